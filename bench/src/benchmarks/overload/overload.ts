import type { Benchmark, Check, Outcome } from '../../bench.ts'
import type { Bench } from '../../bench-context.ts'
import { countIn, openDatabase } from '../../database-store.ts'
import { CONNECTIONS } from '../../load/load.ts'
import { memoryOf, peakMemory } from '../../measure/memory.ts'
import { startUsher } from '../../usher.ts'
import { closedLoopCheck, closedLoopFigures, closedLoopRows, runClosedLoops } from './closed-loop.ts'
import { createLoad, type Load } from './create-load.ts'
import { createMix, GUESTS_BEFORE } from './mix.ts'
import type { Answered, PhaseResult } from './phases.ts'
import { figuresOf, type Round, refusedOf, rowsOf } from './results.ts'

const NORMAL = 0.5
const OVERLOAD = 3
/** The overload lasts this many times as long as the other loads. */
const OVERLOAD_LENGTH = 3
/** Longer than recovery may take. */
const AFTER_SECONDS = 12
const WARM_UP_SECONDS = 3
const PROCESSES = ['gateway', 'queue', 'accounts', 'webhook-delivery', 'notification']

/** What happens to requests at three times capacity, and how evenly they wait below capacity. */
export const overload: Benchmark = {
  name: 'overload',
  title:
    'three times the load that can be served: what is refused, how the rest fares; and how evenly closed loops wait',
  run,
}

async function run(bench: Bench): Promise<Outcome> {
  await using cleanup = new AsyncDisposableStack()
  const usher = cleanup.use(await startUsher(bench))
  const load = createLoad(bench, { origin: usher.url, requests: await createMix(usher) })
  const answered: PhaseResult[] = await load({ seconds: WARM_UP_SECONDS, connections: CONNECTIONS })
  const pids = usher.pids(...PROCESSES)
  const before = await memoryOf(pids)
  const rounds: Round[] = []
  const peak = await peakMemory(pids, async () => {
    while (rounds.length < bench.rounds) rounds.push(await runRound(bench, load, answered))
  })
  const memories = { before, peak, after: await memoryOf(pids) }
  const loops = await runClosedLoops(bench, load)
  answered.push(...loops.map(({ result }) => result))
  return {
    series: [],
    figures: [...figuresOf(rounds, memories), ...closedLoopFigures(loops)],
    checks: [
      ...(await checksOf(
        bench,
        answered.map(({ all }) => all),
      )),
      closedLoopCheck(loops),
    ],
    rows: [...rounds.flatMap((round, i) => rowsOf(round, i + 1)), ...closedLoopRows(loops)],
  }
}

/** @param answered collects the result of each load */
async function runRound(bench: Bench, load: Load, answered: PhaseResult[]): Promise<Round> {
  const { seconds } = bench
  const measured = async () => {
    const [closed] = await load({ seconds, connections: CONNECTIONS })
    if (!closed) throw new Error('the load generator left out a load')
    answered.push(closed)
    return closed.all.accepted / seconds
  }
  const before = await measured()
  bench.log(`  can serve ${Math.round(before)} requests/s`)
  const [normal, overload, after] = await load(
    { seconds, perSecond: NORMAL * before },
    { seconds: OVERLOAD_LENGTH * seconds, perSecond: OVERLOAD * before },
    { seconds: AFTER_SECONDS, perSecond: NORMAL * before },
  )
  if (!normal || !overload || !after) throw new Error('the load generator left out a load')
  answered.push(normal, overload, after)
  // Measure capacity twice: if other processes use a varying share of the CPU, it changes within half a minute.
  return { capacity: (before + (await measured())) / 2, normal, overload, after }
}

async function checksOf({ servers }: Bench, answered: readonly Answered[]): Promise<Check[]> {
  await using cleanup = new AsyncDisposableStack()
  const database = await openDatabase(servers.mongo.url, 'usher_queue', cleanup)
  const stored = await countIn(database, 'guests')
  const sum = (of: (one: Answered) => number) => answered.reduce((total, one) => total + of(one), 0)
  const expected = GUESTS_BEFORE + sum(({ created }) => created)
  const others = answered.flatMap(({ refused }) =>
    Object.keys(refused).filter((kind) => kind !== '503 overloaded' && kind !== '429 rate_limited'),
  )
  const withoutRetryAfter = sum((one) => one.withoutRetryAfter)
  const failed = sum((one) => one.failed)
  return [
    { what: 'whatever was refused was refused with 503 overloaded or 429', failures: [...new Set(others)] },
    {
      what: `each of ${sum(refusedOf)} refusals said when to come back`,
      failures: withoutRetryAfter > 0 ? [`${withoutRetryAfter} had no Retry-After`] : [],
    },
    { what: 'every request was answered', failures: failed > 0 ? [`${failed} were not`] : [] },
    {
      what: 'the guests that were accepted are stored, and no others',
      failures: stored === expected ? [] : [`${expected} were accepted, ${stored} are stored`],
    },
  ]
}
