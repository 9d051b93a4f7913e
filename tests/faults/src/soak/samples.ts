import { type Metric, readMetrics, sumOf } from '../metrics.ts'
import type { Replicated } from '../replicas/replicated.ts'

/** A metric watched in each process. */
export interface Watched {
  readonly name: string
  readonly unit: string
  /** Maximum growth per hour, or maximum at any time. */
  readonly bound: { readonly perHour: number } | { readonly atMost: number }
  /** Combines the readings of a minute: the minimum is what is left after a garbage collection. */
  readonly fold: (readings: readonly number[]) => number
  read(metrics: readonly Metric[]): number
}

const MEGABYTE = 2 ** 20
const least = (readings: readonly number[]) => Math.min(...readings)
const max = (readings: readonly number[]) => Math.max(...readings)
const gauge =
  (name: string, scale = 1) =>
  (metrics: readonly Metric[]) =>
    sumOf(metrics, name) * scale

/**
 * The bounds are several times the noise of a fit over twenty minutes, and far below what would matter within a day.
 */
export const WATCHED: readonly Watched[] = [
  {
    name: 'heap',
    unit: 'MB',
    bound: { perHour: 20 },
    fold: least,
    read: gauge('nodejs_heap_size_used_bytes', 1 / MEGABYTE),
  },
  {
    name: 'RSS',
    unit: 'MB',
    // The chart's memory limit. Memory rises in steps with the busiest minute so far, because V8 is slow to return it.
    bound: { atMost: 512 },
    fold: max,
    read: gauge('process_resident_memory_bytes', 1 / MEGABYTE),
  },
  {
    name: 'resources',
    unit: '',
    bound: { perHour: 20 },
    fold: least,
    read: gauge('nodejs_active_resources_total'),
  },
  { name: 'files', unit: '', bound: { perHour: 20 }, fold: least, read: gauge('process_open_fds') },
  {
    name: 'loop p99',
    unit: 'ms',
    bound: { perHour: 50 },
    fold: least,
    read: gauge('nodejs_eventloop_lag_p99_seconds', 1_000),
  },
  { name: 'outbox', unit: '', bound: { perHour: 100 }, fold: least, read: gauge('usher_outbox_pending') },
  { name: 'jobs', unit: '', bound: { perHour: 100 }, fold: least, read: gauge('usher_event_jobs_pending') },
  { name: 'queued', unit: '', bound: { perHour: 100 }, fold: least, read: gauge('usher_queue_messages') },
  { name: 'dead', unit: '', bound: { perHour: 0 }, fold: max, read: gauge('usher_queue_dead_letters') },
  {
    name: 'to deliver',
    unit: '',
    bound: { perHour: 100 },
    fold: least,
    read: gauge('usher_webhook_deliveries_pending'),
  },
]

/** One reading of one process: a value for each of {@link WATCHED}. */
export type Reading = ReadonlyMap<string, number>

/** Reads all processes at once. */
export async function readAll(usher: Replicated): Promise<Map<string, Reading>> {
  const readings = await Promise.all(
    usher.replicas().map(async ({ name, metricsUrl }) => {
      const metrics = await readMetrics(metricsUrl)
      return [name, new Map(WATCHED.map((one) => [one.name, one.read(metrics)]))] as const
    }),
  )
  return new Map(readings)
}

/** Combines readings over a period, by process. */
export function folded(readings: readonly ReadonlyMap<string, Reading>[]): Map<string, Reading> {
  const processes = [...(readings[0]?.keys() ?? [])]
  const minuteOf = (process: string, { name, fold }: Watched) =>
    fold(readings.flatMap((all) => all.get(process)?.get(name) ?? []))
  return new Map(
    processes.map((process) => [process, new Map(WATCHED.map((one) => [one.name, minuteOf(process, one)]))]),
  )
}
