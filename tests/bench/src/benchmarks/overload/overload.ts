import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Benchmark, Check, Outcome } from '../../bench.ts'
import type { Bench } from '../../bench-context.ts'
import { countIn, openDatabase } from '../../database-store.ts'
import { inParallel } from '../../in-parallel.ts'
import { CONNECTIONS } from '../../load/load.ts'
import { nodeArguments, runCommand } from '../../local.ts'
import type { Pids } from '../../measure/cpu.ts'
import { startUsher, type Usher } from '../../usher.ts'
import { closedLoopCheck, closedLoopFigures, closedLoopRows, runClosedLoops } from './closed-loop.ts'
import type { Answered, Load, MixedRequest, PhasePlan, PhaseResult } from './phases.ts'
import { figuresOf, type Memory, type Round, refusedOf, rowsOf } from './results.ts'

const NORMAL = 0.5
const OVERLOAD = 3
/** The overload lasts this many times as long as the other loads. */
const OVERLOAD_LENGTH = 3
/** Longer than recovery may take. */
const AFTER_SECONDS = 12
const WARM_UP_SECONDS = 3
const MEMORY_EVERY_MS = 250

/** Enough to stay below the limits of a credential or an organisation: each may send 60,000 requests a minute. */
const ORGANIZATIONS = 20
const QUEUES = 40
const GUESTS_EACH = 20
const AT_ONCE = 16
/** Number of guests added before the mix is sent. */
const GUESTS_BEFORE = QUEUES * GUESTS_EACH

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
    tables: [
      {
        title: 'Loads, round by round',
        rows: [...rounds.flatMap((round, i) => rowsOf(round, i + 1)), ...closedLoopRows(loops)],
      },
    ],
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

/** Requests of many organisations: a fifth add a guest, two fifths list a queue, two fifths read a guest. */
async function createMix(usher: Usher): Promise<readonly MixedRequest[]> {
  const clients = await usher.createClients(ORGANIZATIONS)
  const numbers = Array.from({ length: QUEUES }, (_, i) => i)
  const each = await inParallel(numbers, AT_ONCE, async (i) => {
    const headers = clients[i % ORGANIZATIONS] ?? usher.clientHeaders
    const { id } = await usher.call('POST', '/v1/queues', { name: `Queue ${i}` }, headers)
    return { headers, path: `/v1/queues/${id}/guests` }
  })
  const lists = each.flatMap((queue) => Array.from({ length: GUESTS_EACH }, () => queue))
  return (
    await inParallel(lists, AT_ONCE, async ({ headers, path }, i): Promise<MixedRequest[]> => {
      const body = JSON.stringify({ name: `Guest ${i}`, party_size: (i % 8) + 1 })
      const { id } = await usher.call('POST', path, JSON.parse(body), headers)
      const add = { method: 'POST', path, headers, body } as const
      const list = { method: 'GET', path: `${path}?limit=10`, headers } as const
      const read = { method: 'GET', path: `/v1/guests/${id}`, headers } as const
      return [add, list, read, list, read]
    })
  ).flat()
}

/** Loads Usher from a separate process. */
function createLoad({ home, signal }: Bench, plan: Omit<PhasePlan, 'phases'>): Load {
  const file = join(home, 'load.json')
  return async (...phases) => {
    await writeFile(file, JSON.stringify({ ...plan, phases }))
    const args = [...nodeArguments('tests/bench/src/benchmarks/overload/generator.ts'), file]
    const { code, stdout, output } = await runCommand(process.execPath, args, { signal })
    if (code !== 0) throw new Error(`the load generator failed:\n${output}`)
    return JSON.parse(stdout)
  }
}

/** Current resident memory of processes; empty without `/proc`. */
async function memoryOf(pids: Pids): Promise<Memory> {
  const all = await Promise.all(
    Object.entries(pids).map(async ([name, pid]) => [name, await residentMegabytes(pid)] as const),
  )
  return Object.fromEntries(all.filter((entry): entry is [string, number] => entry[1] !== undefined))
}

/** Peak memory of each process while some work runs. */
async function peakMemory(pids: Pids, work: () => Promise<void>): Promise<Memory> {
  const peak: Record<string, number> = {}
  const over = new AbortController()
  const watch = async () => {
    while (!over.signal.aborted) {
      for (const [name, megabytes] of Object.entries(await memoryOf(pids)))
        peak[name] = Math.max(peak[name] ?? 0, megabytes)
      await delay(MEMORY_EVERY_MS, undefined, { signal: over.signal }).catch(() => {})
    }
  }
  const watching = watch()
  try {
    await work()
  } finally {
    over.abort()
    await watching
  }
  return peak
}

async function residentMegabytes(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(status) ?? []
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
}
