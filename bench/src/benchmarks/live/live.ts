import { type Benchmark, below, type Check, type Outcome } from '../../bench.ts'
import type { Bench } from '../../bench-context.ts'
import { inParallel } from '../../in-parallel.ts'
import { percentile } from '../../measure/statistics.ts'
import { until } from '../../until.ts'
import { startUsher } from '../../usher.ts'
import { openLoop } from '../webhook-latency/open-loop.ts'
import { Follower } from './follower.ts'

const CLIENTS = 2_000
const CHANGES_PER_SECOND = 2
const OPENED_AT_ONCE = 50
const LAST_ARRIVAL_MS = 10_000

/** How soon all followers of a queue see a change, and whether a reconnecting follower has missed one. */
export const live: Benchmark = {
  name: 'live',
  title: `${CLIENTS} clients follow one queue over two replicas, ${CHANGES_PER_SECOND} changes/s at fixed times`,
  run,
}

async function run(bench: Bench): Promise<Outcome> {
  await using cleanup = new AsyncDisposableStack()
  const usher = cleanup.use(await startUsher(bench))
  const urls = [usher.url, await usher.startSecond(cleanup)]
  const { id: queueId } = await usher.call('POST', '/v1/queues', { name: 'Front desk' })
  const add = async (name: number) => {
    await usher.call('POST', `/v1/queues/${queueId}/guests`, { name: String(name) })
  }
  const path = `/v1/queues/${queueId}/events`
  const followers = Array.from({ length: CLIENTS }, () => new Follower(path, usher.clientHeaders))
  cleanup.defer(() => {
    for (const follower of followers) follower.leave()
  })
  bench.log(`  opening ${CLIENTS} streams`)
  await inParallel(followers, OPENED_AT_ONCE, (follower, i) => follower.open(urls[i % 2] ?? ''))

  const count = CHANGES_PER_SECOND * bench.seconds * bench.rounds
  const schedule = { perSecond: CHANGES_PER_SECOND, count, signal: bench.signal }
  // The first guest gives every follower an event id to reconnect with.
  await add(0)
  const due = await openLoop(schedule, (i) => add(i + 1))
  await allHeard(bench, followers, count + 1)
  const latencies = followers.flatMap(({ heardAtMs }) =>
    due.map((ms, i) => (heardAtMs.get(i + 1) ?? Number.NaN) - ms),
  )

  bench.log('  every client leaves and comes back through the other replica')
  const again = openLoop(schedule, (i) => add(count + i + 1))
  await inParallel(followers, OPENED_AT_ONCE, async (follower, i) => {
    follower.leave()
    await follower.open(urls[(i + 1) % 2] ?? '')
  })
  await again
  await allHeard(bench, followers, 2 * count + 1)
  return {
    series: [],
    figures: [
      below(`p50 from change to client (${latencies.length} arrivals)`, percentile(latencies, 50), 1_000),
      below('p99 from change to client', percentile(latencies, 99), 1_000),
      below('longest from change to client', percentile(latencies, 100), 1_000),
    ],
    checks: checks(followers, 2 * count + 1),
  }
}

const allHeard = ({ signal }: Bench, followers: readonly Follower[], count: number) =>
  until(async () => followers.every(({ heardAtMs }) => heardAtMs.size >= count), {
    what: 'everybody has heard of all changes',
    timeoutMs: LAST_ARRIVAL_MS,
    signal,
  }).catch(() => signal.throwIfAborted())

function checks(followers: readonly Follower[], changes: number): Check[] {
  const tell = (what: string, isFault: (follower: Follower) => boolean): string[] => {
    const faults = followers.filter(isFault).length
    return faults > 0 ? [`${faults} clients of ${followers.length} ${what}`] : []
  }
  return [
    {
      what: 'every client heard of every change, also of those while it was away',
      failures: tell('missed a change', ({ heardAtMs }) => heardAtMs.size < changes),
    },
    {
      what: 'every client that came back went on where it was',
      failures: [
        ...tell('had to begin anew', ({ snapshots }) => snapshots > 1),
        ...tell('heard of a change twice', ({ doubled }) => doubled > 0),
      ],
    },
  ]
}
