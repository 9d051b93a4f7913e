import { spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { atLeast, atMost, type Benchmark, type Outcome, type Row } from '../../bench.ts'
import type { Bench } from '../../bench-context.ts'
import { nodeArguments } from '../../local.ts'
import { median } from '../../measure/statistics.ts'
import { startUsher, type Usher } from '../../usher.ts'
import { createLoad } from '../overload/create-load.ts'
import { createMix } from '../overload/mix.ts'
import type { PhaseResult } from '../overload/phases.ts'
import { refusedOf } from '../overload/results.ts'

/** The customers' rate: a small part of the capacity, because the attacks are what is measured. */
const PER_SECOND = 100
const WARM_UP_SECONDS = 3
/** By then all connections are open. */
const ATTACK_BUILDS_UP_MS = 7_000
const RECOVERY_MS = 7_000

/** Customers come from a different address than the attacker. */
const CUSTOMERS = '127.0.0.2'

/** What customers notice of slow bodies, slow headers, a flood of connections and fake guests, all at the same time. */
export const underAttack: Benchmark = {
  name: 'under-attack',
  title: 'four attacks from one address at the same time, and how customers elsewhere fare',
  run,
}

interface Round {
  readonly quiet: PhaseResult
  readonly attacked: PhaseResult
}

async function run(bench: Bench): Promise<Outcome> {
  await using cleanup = new AsyncDisposableStack()
  const usher = cleanup.use(await startUsher(bench))
  const slug = await openLine(usher)
  const plan = { origin: usher.url, requests: await createMix(usher), localAddress: CUSTOMERS }
  const load = createLoad(bench, plan)
  const send = async (seconds: number) => {
    const [result] = await load({ seconds, perSecond: PER_SECOND })
    if (!result) throw new Error('the load generator left out a load')
    return result
  }
  await send(WARM_UP_SECONDS)
  const attacked = async (measure: () => Promise<PhaseResult>) => {
    await using attack = startAttack(usher.url, slug)
    await delay(ATTACK_BUILDS_UP_MS)
    const result = await measure()
    if (attack.hasEnded()) throw new Error('the attacker did not last as long as the measurement')
    return result
  }
  const rounds: Round[] = []
  while (rounds.length < bench.rounds) {
    const quiet = await send(bench.seconds)
    rounds.push({ quiet, attacked: await attacked(() => send(bench.seconds)) })
    await delay(RECOVERY_MS)
    bench.log(`  round ${rounds.length} of ${bench.rounds}`)
  }
  const over = (of: (round: Round) => number) => median(rounds.map(of))
  return {
    series: [],
    checks: [],
    figures: [
      atLeast('answered as asked under attack : all', Math.min(...rounds.map(succeeded)), 0.99),
      atMost(
        'p99 under attack : quiet',
        over(({ quiet, attacked }) => attacked.all.p99Ms / quiet.all.p99Ms),
        5,
      ),
    ],
    rows: rounds.flatMap(({ quiet, attacked }, i) => [
      rowOf('quiet', i + 1, quiet),
      rowOf('under attack', i + 1, attacked),
    ]),
  }
}

/** A line that anybody may join. */
async function openLine(usher: Usher): Promise<string> {
  const { id } = await usher.call('POST', '/v1/queues', { name: 'Terrace' })
  const { join_url } = await usher.call('PATCH', `/v1/queues/${id}`, { public_join: true })
  return new URL(join_url).pathname.split('/').at(-1) ?? ''
}

function startAttack(url: string, slug: string): AsyncDisposable & { hasEnded(): boolean } {
  const args = [...nodeArguments('bench/src/benchmarks/under-attack/attacker.ts'), url, slug]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = new Promise((resolve) => child.once('exit', resolve).once('error', resolve))
  return {
    hasEnded: () => child.pid === undefined || child.exitCode !== null,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

const offered = ({ all }: PhaseResult): number => all.accepted + all.failed + refusedOf(all)

const succeeded = ({ attacked }: Round): number => attacked.all.accepted / offered(attacked)

function rowOf(load: string, round: number, result: PhaseResult): Row {
  const { accepted, failed, refused, p50Ms, p99Ms } = result.all
  const kinds = Object.entries(refused).map(([kind, count]) => `${count} × ${kind}`)
  return {
    load,
    round,
    'offered/s': PER_SECOND,
    'answered as asked %': (100 * accepted) / offered(result),
    'p50 ms': p50Ms,
    'p99 ms': p99Ms,
    'other answers': [...kinds, ...(failed > 0 ? [`${failed} × none`] : [])].join(', '),
  }
}
