import { type Benchmark, below, type Check, type Outcome } from '../../bench.ts'
import type { Bench } from '../../bench-context.ts'
import { percentile } from '../../measure/statistics.ts'
import { isSigned, type Received, startReceiver } from '../../receiver.ts'
import { until } from '../../until.ts'
import { startUsher, type Usher } from '../../usher.ts'
import { openLoop } from './open-loop.ts'

const PER_SECOND = 50
const WARM_UP_SECONDS = 2
const LAST_ARRIVAL_MS = 10_000

/** How soon a subscriber learns of a guest, through all processes, the broker and the database. */
export const webhookLatency: Benchmark = {
  name: 'webhook-latency',
  title: `POST guest to signed webhook received, ${PER_SECOND} guests/s at fixed times`,
  run,
}

async function run(bench: Bench): Promise<Outcome> {
  await using cleanup = new AsyncDisposableStack()
  const usher = cleanup.use(await startUsher(bench))
  const receiver = cleanup.use(await startReceiver())
  const subscription = { url: receiver.url, event_types: ['guest.added'] }
  const { secret } = await usher.call('POST', '/v1/webhook-endpoints', subscription)
  const { id: queueId } = await usher.call('POST', '/v1/queues', { name: 'Front desk' })

  const add = addGuests(bench, usher, queueId)
  const allArrived = (count: number) =>
    until(async () => receiver.received.length >= count, {
      what: 'all webhooks have arrived',
      timeoutMs: LAST_ARRIVAL_MS,
      signal: bench.signal,
    }).catch(() => bench.signal.throwIfAborted())
  const warmUp = await add(WARM_UP_SECONDS)
  await allArrived(warmUp.length)
  receiver.received.length = 0

  const due = await add(bench.seconds * bench.rounds)
  await allArrived(due.length)
  const latencies = latenciesOf(due, receiver.received)
  return {
    series: [],
    figures: [
      below(`p50 from POST to webhook (${due.length} guests)`, percentile(latencies, 50), 15),
      below('p99 from POST to webhook', percentile(latencies, 99), 60),
    ],
    checks: checks(due.length, receiver.received, secret),
  }
}

/** Adds guests for some seconds, each named by its number. Returns the times at which each was due. */
function addGuests({ signal }: Bench, usher: Usher, queueId: string) {
  return (seconds: number): Promise<number[]> =>
    openLoop({ perSecond: PER_SECOND, count: seconds * PER_SECOND, signal }, async (index) => {
      await usher.call('POST', `/v1/queues/${queueId}/guests`, { name: String(index), party_size: 2 })
    })
}

const numberOf = ({ body }: Received): number => Number(JSON.parse(body.toString()).data.name)

function latenciesOf(due: readonly number[], received: readonly Received[]): number[] {
  return received.map((webhook) => webhook.atMs - (due[numberOf(webhook)] ?? Number.NaN))
}

function checks(sent: number, received: readonly Received[], secret: string): Check[] {
  const numbers = new Set(received.map(numberOf))
  const unsigned = received.filter((webhook) => !isSigned(webhook, secret))
  const missing = sent - numbers.size
  const doubled = received.length - numbers.size
  return [
    {
      what: 'every guest was told of exactly once',
      failures: [
        ...(missing > 0 ? [`${missing} webhooks of ${sent} did not come`] : []),
        ...(doubled > 0 ? [`${doubled} webhooks came more than once`] : []),
      ],
    },
    {
      what: 'every webhook was signed with the secret of the endpoint',
      failures: unsigned.length > 0 ? [`${unsigned.length} signatures do not fit`] : [],
    },
  ]
}
