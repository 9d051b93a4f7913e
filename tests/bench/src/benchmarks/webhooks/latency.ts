import { newId } from '@usher/service-kit'
import { type Bench, below, times } from '../../bench.ts'
import { sendAtFixedTimes } from '../../measure/load.ts'
import { interleave } from '../../measure/rounds.ts'
import { percentile } from '../../measure/statistics.ts'
import { startReceiver } from '../../receiver.ts'
import { until } from '../../until.ts'
import { type DeliveryService, guestEvents } from './delivery-service.ts'

const PER_SECOND = 50
const WARM_UP_SECONDS = 2
const ENDPOINTS = 10
const LAST_ARRIVAL_MS = 10_000
/** How many times slower healthy endpoints may get while another hangs. */
const MAX_SLOWDOWN = 1.2

/**
 * From publishing to the last byte of the webhook, at fixed times: to one endpoint, and to nine, in alternating rounds
 * beside a tenth that is healthy and one that never responds.
 */
export async function measureLatency(bench: Bench, service: DeliveryService, cleanup: AsyncDisposableStack) {
  const hung = cleanup.use(await startReceiver())
  let missing = 0
  /** Registers healthy endpoints of an organisation of its own, and others. Returns a round: its latencies in ms. */
  const publishing = async (healthy: number, ...others: readonly string[]) => {
    const latencies: number[] = []
    let due: number[] = []
    const receiver = cleanup.use(
      await startReceiver(({ atMs, body }) => {
        latencies.push(atMs - (due[Number(JSON.parse(body.toString()).data.name)] ?? Number.NaN))
      }),
    )
    const organizationId = newId('organization')
    const urls = Array.from({ length: healthy }, (_, i) => `${receiver.url}/${i}`)
    for (const url of [...urls, ...others]) await service.register(organizationId, url)
    const publish = async (seconds: number) => {
      const count = seconds * PER_SECOND
      const events = guestEvents(organizationId, count)
      due = []
      latencies.length = 0
      const { signal } = bench
      await sendAtFixedTimes({ perSecond: PER_SECOND, count, signal }, (dueMs, index) => {
        due.push(dueMs)
        return service.publish(events.slice(index, index + 1))
      })
      const wanted = count * healthy
      const wait = { what: 'all have arrived', timeoutMs: LAST_ARRIVAL_MS, signal }
      await until(async () => latencies.length >= wanted, wait).catch(() => signal.throwIfAborted())
      missing += wanted - latencies.length
      return [...latencies]
    }
    await publish(WARM_UP_SECONDS)
    return () => publish(bench.seconds)
  }
  const { alone, well, ill } = await interleave(bench, {
    alone: await publishing(1),
    well: await publishing(ENDPOINTS),
    ill: await publishing(ENDPOINTS - 1, hung.url),
  })
  const p99 = percentile(well.flat(), 99)
  const p99Ill = percentile(ill.flat(), 99)
  const maxMs = Math.round(MAX_SLOWDOWN * p99 * 10) / 10
  return {
    figures: [
      below(`p50 at ${PER_SECOND} events/s, one endpoint`, percentile(alone.flat(), 50), 10),
      below(`p99 at ${PER_SECOND} events/s, one endpoint`, percentile(alone.flat(), 99), 40),
      below('p99 of nine endpoints while a tenth hangs', p99Ill, maxMs),
      times('the same : p99 of ten healthy endpoints', p99Ill / p99),
    ],
    checks: [
      {
        what: 'every event arrived at the healthy endpoints',
        failures: missing > 0 ? [`${missing} did not`] : [],
      },
    ],
  }
}
