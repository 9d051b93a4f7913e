import type { Benchmark, Outcome, Row } from '../../bench.ts'
import type { Bench } from '../../bench-context.ts'
import { median, percentile } from '../../measure/statistics.ts'
import { startUsher } from '../../usher.ts'
import { guestMovesUp } from './guest-page.ts'
import { OAUTH } from './oauth.ts'
import { PEOPLE, signIn } from './people.ts'
import type { Guarantee, Venue } from './trial.ts'

const PROMISES = [...PEOPLE, ...OAUTH, guestMovesUp]
const REPEATS_IN_A_ROUND = 20
const PROMISED_MS = 1_000

/** How soon everybody sees what the documentation promises within a second. */
export const withinASecond: Benchmark = {
  name: 'within-a-second',
  title: 'from the acknowledgement of a change until the last of two gateways shows it',
  run,
}

async function run(bench: Bench): Promise<Outcome> {
  await using cleanup = new AsyncDisposableStack()
  // This header gives each trial its own address: limits by address are not measured here.
  const usher = cleanup.use(await startUsher(bench, { TRUSTED_PROXIES: '127.0.0.1,::1' }))
  const gateways = [usher.url, await usher.startSecond(cleanup)]
  const venue = { usher, gateways, owner: await signIn(usher, usher.demo), signal: bench.signal }
  const delays = new Map(PROMISES.map((guarantee) => [guarantee, [] as number[]]))
  for (let round = 1; round <= bench.rounds; round += 1) {
    for (let i = 0; i < REPEATS_IN_A_ROUND; i += 1) {
      for (const [guarantee, all] of delays) all.push(await delayOf(guarantee, venue))
    }
    bench.log(`  round ${round} of ${bench.rounds}`)
  }
  return { series: [], figures: [], checks: [], rows: [...delays].map(rowOf) }
}

/** Milliseconds from the acknowledgement until all gateways show the change, including the request that shows it. */
async function delayOf(guarantee: Guarantee, venue: Venue): Promise<number> {
  const trial = await guarantee.prepare(venue)
  await trial.change()
  const acknowledgedAt = performance.now()
  return Math.max(...(await Promise.all(trial.shown()))) - acknowledgedAt
}

function rowOf([{ what }, delays]: [Guarantee, readonly number[]]): Row {
  const longest = Math.max(...delays)
  return {
    change: what,
    repeats: String(delays.length),
    'median ms': median(delays),
    'p99 ms': percentile(delays, 99),
    'max ms': longest,
    [`within ${PROMISED_MS} ms`]: longest <= PROMISED_MS ? 'met' : 'MISSED',
  }
}
