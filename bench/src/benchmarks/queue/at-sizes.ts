import { Client } from 'undici'
import { atMost, type Check, type Figure } from '../../bench.ts'
import type { Bench } from '../../bench-context.ts'
import { openDatabase } from '../../database-store.ts'
import type { Series } from '../../measure/interleave.ts'
import { median, percentile } from '../../measure/statistics.ts'
import type { Usher } from '../../usher.ts'
import { fillQueue, type KnownQueue } from './fill.ts'
import { type MeasuredQueue, OPERATIONS } from './operations.ts'

const SIZES = [10, 1_000, 100_000]
const MAX_RATIO = 1.5
const WARM_UP_CYCLES = 20
const MAX_PAGE_SIZE = 100

interface SizeComparison {
  readonly series: Series[]
  readonly figures: Figure[]
  readonly check: Check
}

/**
 * Times one request after another: every operation in turn on queues of every size, so that samples of all sizes are
 * taken side by side.
 */
export async function measureAtSizes(bench: Bench, usher: Usher): Promise<SizeComparison> {
  await using cleanup = new AsyncDisposableStack()
  const database = await openDatabase(bench.servers.mongo.url, 'usher_queue', cleanup)
  const queues: MeasuredQueue[] = []
  for (const size of SIZES) {
    bench.log(`  filling a queue with ${size} guests`)
    queues.push(await withMiddle(usher, await fillQueue(usher, database, size)))
  }
  const client = new Client(usher.url)
  cleanup.defer(() => client.close())
  const problems: string[] = []
  const time = timing(client, usher, problems)
  for (let cycle = 0; cycle < WARM_UP_CYCLES; cycle += 1) await runCycle(queues, cycle, time)

  const rounds: (readonly Sample[])[] = []
  for (let round = 1; round <= bench.rounds; round += 1) {
    rounds.push(await runRound(bench, queues, time))
    bench.log(`  round ${round}: ${(rounds.at(-1)?.length ?? 0) / names().length / SIZES.length} times each`)
  }
  return {
    series: names().flatMap((name) => SIZES.map((size) => seriesOf(keyOf(name, size), rounds))),
    figures: names().map((name) => apart(name, rounds)),
    check: { what: 'every answer named the position that is due', failures: problems },
  }
}

interface Sample {
  /** Operation and size. */
  readonly subject: string
  readonly ms: number
}

type Time = (name: string, queue: MeasuredQueue) => Promise<number>

const names = () => Object.keys(OPERATIONS)
const keyOf = (name: string, size: number | undefined) => `${name}, ${size?.toLocaleString('en')} waiting`

/** Pages to the middle of the list like a client, which also checks that nobody is missing. */
async function withMiddle(usher: Usher, queue: KnownQueue): Promise<MeasuredQueue> {
  const half = queue.size / 2
  const limit = Math.min(MAX_PAGE_SIZE, half)
  let middle = ''
  for (let seen = 0; seen < half; seen += limit) {
    const cursor = middle && `&cursor=${encodeURIComponent(middle)}`
    const page = await usher.call('GET', `/v1/queues/${queue.id}/guests?limit=${limit}${cursor}`)
    middle = page.next_cursor
  }
  return { ...queue, middle }
}

async function runRound({ seconds, signal }: Bench, queues: readonly MeasuredQueue[], time: Time) {
  const samples: Sample[] = []
  const untilMs = performance.now() + seconds * queues.length * 1000
  for (let cycle = 0; performance.now() < untilMs; cycle += 1) {
    signal.throwIfAborted()
    await runCycle(queues, cycle, async (name, queue) => {
      const ms = await time(name, queue)
      samples.push({ subject: keyOf(name, queue.size), ms })
      return ms
    })
  }
  return samples
}

/** Each operation on each queue, starting with a different queue each time. */
async function runCycle(queues: readonly MeasuredQueue[], cycle: number, time: Time): Promise<void> {
  const first = cycle % queues.length
  const order = [...queues.slice(first), ...queues.slice(0, first)]
  for (const name of names()) for (const queue of order) await time(name, queue)
}

/** Sends the request of an operation and waits for the whole response. */
const timing =
  (client: Client, usher: Usher, problems: string[]): Time =>
  async (name, queue) => {
    const step = OPERATIONS[name]?.(queue)
    if (!step) throw new Error(`there is no operation ${name}`)
    const { method, path } = step
    const body = step.body ? JSON.stringify(step.body) : null
    const startedAtMs = performance.now()
    const response = await client.request({ method, path, body, headers: usher.clientHeaders })
    const text = await response.body.text()
    const ms = performance.now() - startedAtMs
    if (response.statusCode >= 300) throw new Error(`${method} ${path}: ${response.statusCode} ${text}`)
    if (!step.fits(JSON.parse(text))) problems.push(`${keyOf(name, queue.size)}: ${text.slice(0, 300)}`)
    return ms
  }

function seriesOf(subject: string, rounds: readonly (readonly Sample[])[]): Series {
  const runs = rounds.map((samples, i) => {
    const ms = timesOf(subject, samples)
    return {
      round: i + 1,
      successes: ms.length,
      failures: 0,
      perSecond: (1000 * ms.length) / ms.reduce((sum, one) => sum + one, 0),
      p50Ms: median(ms),
      p99Ms: percentile(ms, 99),
      maxMs: percentile(ms, 100),
      cpu: {},
    }
  })
  return { subject, runs }
}

const timesOf = (subject: string, samples: readonly Sample[]): number[] =>
  samples.filter((sample) => sample.subject === subject).map(({ ms }) => ms)

/** The ratio between the medians of the sizes, over all rounds. */
function apart(name: string, rounds: readonly (readonly Sample[])[]): Figure {
  const medians = SIZES.map((size) => median(timesOf(keyOf(name, size), rounds.flat())))
  const shown = medians.map((ms) => ms.toFixed(2)).join(' / ')
  const what = `${name}: medians of ${shown} ms, slowest : quickest`
  return atMost(what, Math.max(...medians) / Math.min(...medians), MAX_RATIO)
}
