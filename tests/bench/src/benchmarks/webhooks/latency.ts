import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { newId } from '@usher/service-kit'
import { below, type Check, type Figure, times, took } from '../../bench.ts'
import type { Bench } from '../../bench-context.ts'
import { percentile } from '../../measure/statistics.ts'
import { type Receiver, startReceiver } from '../../receiver.ts'
import { until } from '../../until.ts'
import { type DeliveryService, guestEvents } from './delivery-service.ts'

const PER_SECOND = 50
const WARM_UP_SECONDS = 2
const ENDPOINTS = 10
const LAST_ARRIVAL_MS = 10_000
/** How many times slower healthy endpoints may get while another hangs. */
const MAX_SLOWDOWN = 1.2

interface Measured {
  readonly figures: Figure[]
  readonly checks: Check[]
}

/** From publishing to the last byte of the webhook, at fixed times, to one endpoint. */
export async function measureLatency(
  bench: Bench,
  service: DeliveryService,
  cleanup: AsyncDisposableStack,
): Promise<Measured> {
  const receiver = cleanup.use(await startReceiver())
  const organizationId = newId('organization')
  await service.register(organizationId, receiver.url)
  const publish = createPublishing(bench, service, receiver, { organizationId, healthy: 1 })
  await publish(WARM_UP_SECONDS)
  const { latencies, missing } = await publish(bench.seconds * bench.rounds)
  return {
    figures: [
      below(`p50 at ${PER_SECOND} events/s (${latencies.length} deliveries)`, percentile(latencies, 50), 10),
      below(`p99 at ${PER_SECOND} events/s`, percentile(latencies, 99), 40),
    ],
    checks: [{ what: 'every event arrived', failures: missing > 0 ? [`${missing} did not`] : [] }],
  }
}

/** Nine healthy endpoints, in alternating rounds beside a tenth that is healthy and one that never responds. */
export async function measureHang(
  bench: Bench,
  service: DeliveryService,
  cleanup: AsyncDisposableStack,
): Promise<Measured> {
  const receiver = cleanup.use(await startReceiver())
  const tenth = cleanup.use(await startReceiver())
  const hung = await startHung(cleanup)
  const withTenth = async (url: string) => {
    const organizationId = newId('organization')
    for (let i = 1; i < ENDPOINTS; i += 1) await service.register(organizationId, `${receiver.url}/${i}`)
    await service.register(organizationId, url)
    return createPublishing(bench, service, receiver, { organizationId, healthy: ENDPOINTS - 1 })
  }
  const publishers = { well: await withTenth(tenth.url), hung: await withTenth(hung) }
  const latencies = { well: [] as number[], hung: [] as number[] }
  let missing = 0
  for (const kind of ['well', 'hung'] as const) await publishers[kind](WARM_UP_SECONDS)
  for (let round = 1; round <= bench.rounds; round += 1) {
    const order = ['well', 'hung'] as const
    for (const kind of round % 2 === 0 ? order.toReversed() : order) {
      const measured = await publishers[kind](bench.seconds)
      latencies[kind].push(...measured.latencies)
      missing += measured.missing
    }
  }
  const [well, ill] = [percentile(latencies.well, 99), percentile(latencies.hung, 99)]
  return {
    figures: [
      took('p50 of nine of ten endpoints, all healthy', percentile(latencies.well, 50)),
      took('p50 of the nine, the tenth hung', percentile(latencies.hung, 50)),
      took('p99 of nine of ten endpoints, all healthy', well),
      below('p99 of the nine, the tenth hung', ill, Math.round(MAX_SLOWDOWN * well * 10) / 10),
      times('p99 of the nine, the tenth hung against all healthy', ill / well),
    ],
    checks: [
      {
        what: 'every event arrived at the healthy ones',
        failures: missing > 0 ? [`${missing} did not`] : [],
      },
    ],
  }
}

interface Target {
  readonly organizationId: string
  /** Number of endpoints that must receive each event. */
  readonly healthy: number
}

/** Publishes events at fixed times for some seconds; latencies count from when each was due. */
function createPublishing(
  { signal }: Bench,
  service: DeliveryService,
  receiver: Receiver,
  { organizationId, healthy }: Target,
) {
  return async (seconds: number): Promise<{ latencies: number[]; missing: number }> => {
    receiver.received.length = 0
    const count = seconds * PER_SECOND
    const events = guestEvents(organizationId, count)
    const schedule = { perSecond: PER_SECOND, count, signal }
    const due = await openLoop(schedule, (index) => service.publish(events.slice(index, index + 1)))
    const wanted = count * healthy
    const wait = { what: 'all have arrived', timeoutMs: LAST_ARRIVAL_MS, signal }
    const arrived = async () => receiver.received.length >= wanted
    await until(arrived, wait).catch(() => signal.throwIfAborted())
    const latencies = receiver.received.map(
      ({ atMs, body }) => atMs - (due[Number(JSON.parse(body.toString()).data.name)] ?? Number.NaN),
    )
    return { latencies, missing: wanted - latencies.length }
  }
}

interface Schedule {
  readonly perSecond: number
  readonly count: number
  readonly signal: AbortSignal
}

/**
 * Starts work at fixed times, whether or not earlier work has ended, and waits for all of it.
 *
 * @returns when each was due, by `performance.now()`: latencies counted from there include any delay of this process
 *   (no coordinated omission; Tene, "How NOT to Measure Latency", 2013)
 */
async function openLoop(
  { perSecond, count, signal }: Schedule,
  start: (index: number) => Promise<void>,
): Promise<number[]> {
  const firstMs = performance.now() + 20
  const due = Array.from({ length: count }, (_, i) => firstMs + (i * 1000) / perSecond)
  const started: Promise<void>[] = []
  for (const [index, dueMs] of due.entries()) {
    const waitMs = dueMs - performance.now()
    if (waitMs > 0) await delay(waitMs, undefined, { signal })
    started.push(start(index))
  }
  await Promise.all(started)
  return due
}

/** A receiver that accepts every request and never responds. */
async function startHung(cleanup: AsyncDisposableStack): Promise<string> {
  const server = createServer((req) => void req.resume())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanup.defer(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hung`
}
