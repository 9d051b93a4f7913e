import { newId } from '@usher/service-kit'
import { type Bench, below, type Outcome, times } from '../../bench.ts'
import { sendAtFixedTimes } from '../../measure/load.ts'
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
export async function measureLatency(
  bench: Bench,
  service: DeliveryService,
  cleanup: AsyncDisposableStack,
): Promise<Outcome> {
  const hung = cleanup.use(await startReceiver())
  const alone = await startPublishing(bench, service, 1, cleanup)
  const well = await startPublishing(bench, service, ENDPOINTS, cleanup)
  const ill = await startPublishing(bench, service, ENDPOINTS - 1, cleanup, hung.url)
  const all = [alone, well, ill]
  for (const { publish } of all) await publish(WARM_UP_SECONDS)
  for (const { latencies } of all) latencies.length = 0
  for (let round = 1; round <= bench.rounds; round += 1)
    for (const { publish } of round % 2 === 0 ? all.toReversed() : all) await publish(bench.seconds)
  const p99 = percentile(well.latencies, 99)
  const missing = all.reduce((sum, one) => sum + one.missing(), 0)
  return {
    tables: [],
    figures: [
      below(`p50 at ${PER_SECOND} events/s, one endpoint`, percentile(alone.latencies, 50), 10),
      below(`p99 at ${PER_SECOND} events/s, one endpoint`, percentile(alone.latencies, 99), 40),
      below(
        'p99 of nine endpoints while a tenth hangs',
        percentile(ill.latencies, 99),
        Math.round(MAX_SLOWDOWN * p99 * 10) / 10,
      ),
      times('the same : p99 of ten healthy endpoints', percentile(ill.latencies, 99) / p99),
    ],
    checks: [
      {
        what: 'every event arrived at the healthy endpoints',
        failures: missing > 0 ? [`${missing} did not`] : [],
      },
    ],
  }
}

/** Registers healthy endpoints of an organisation of its own, and one more if there is one. */
async function startPublishing(
  { signal }: Bench,
  service: DeliveryService,
  healthy: number,
  cleanup: AsyncDisposableStack,
  other?: string,
) {
  const latencies: number[] = []
  let due: readonly number[] = []
  let [arrived, wanted] = [0, 0]
  const receiver = cleanup.use(
    await startReceiver(({ atMs, body }) => {
      arrived += 1
      latencies.push(atMs - (due[Number(JSON.parse(body.toString()).data.name)] ?? Number.NaN))
    }),
  )
  const organizationId = newId('organization')
  for (let i = 0; i < healthy; i += 1) await service.register(organizationId, `${receiver.url}/${i}`)
  if (other) await service.register(organizationId, other)
  return {
    latencies,
    missing: () => wanted - arrived,
    async publish(seconds: number): Promise<void> {
      const count = seconds * PER_SECOND
      const events = guestEvents(organizationId, count)
      const times: number[] = []
      due = times
      wanted += count * healthy
      await sendAtFixedTimes({ perSecond: PER_SECOND, count, signal }, (dueMs, index) => {
        times.push(dueMs)
        return service.publish(events.slice(index, index + 1))
      })
      const wait = { what: 'all have arrived', timeoutMs: LAST_ARRIVAL_MS, signal }
      await until(async () => arrived >= wanted, wait).catch(() => signal.throwIfAborted())
    },
  }
}
