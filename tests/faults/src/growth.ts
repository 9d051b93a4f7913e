import type { Finding } from './check.ts'
import { type Metric, sumOf } from './metrics.ts'

/** A metric watched in each process. */
interface Watched {
  readonly metric: string
  /** What a value is divided by: bytes to MB, seconds to ms. */
  readonly unit?: number
  /** Maximum growth per hour, or maximum at any time. */
  readonly bound: { readonly perHour: number } | { readonly atMost: number }
  /** Which reading of a minute counts: the minimum is what is left after a garbage collection. */
  readonly fold: (...readings: number[]) => number
}

const MEGABYTE = 2 ** 20
const { min, max } = Math

/**
 * The bounds are several times the noise of a fit over twenty minutes, and far below what would matter within a day.
 */
const WATCHED: Readonly<Record<string, Watched>> = {
  'heap MB': { metric: 'nodejs_heap_size_used_bytes', unit: MEGABYTE, bound: { perHour: 20 }, fold: min },
  // The chart's memory limit. Memory rises in steps with the busiest minute so far, because V8 is slow to return it.
  'RSS MB': { metric: 'process_resident_memory_bytes', unit: MEGABYTE, bound: { atMost: 512 }, fold: max },
  resources: { metric: 'nodejs_active_resources_total', bound: { perHour: 20 }, fold: min },
  files: { metric: 'process_open_fds', bound: { perHour: 20 }, fold: min },
  'loop p99 ms': {
    metric: 'nodejs_eventloop_lag_p99_seconds',
    unit: 0.001,
    bound: { perHour: 50 },
    fold: min,
  },
  outbox: { metric: 'usher_outbox_pending', bound: { perHour: 100 }, fold: min },
  jobs: { metric: 'usher_event_jobs_pending', bound: { perHour: 100 }, fold: min },
  queued: { metric: 'usher_queue_messages', bound: { perHour: 100 }, fold: min },
  dead: { metric: 'usher_queue_dead_letters', bound: { perHour: 0 }, fold: max },
  'to deliver': { metric: 'usher_webhook_deliveries_pending', bound: { perHour: 100 }, fold: min },
}

/** With fewer minutes, no line can be fitted. */
const MIN_MINUTES = 10

/** The metrics of each process, read at once. */
export type Reading = ReadonlyMap<string, readonly Metric[]>

/**
 * Whether each metric stays within its bound in every process, minute by minute. Prints the first and last minute of
 * each with its change per hour and the standard error of that.
 *
 * @param minutes the readings of each minute
 * @returns nothing if the run was too short to judge
 */
export function bounded(minutes: readonly (readonly Reading[])[]): Finding[] {
  const processes = [...(minutes[0]?.[0]?.keys() ?? [])]
  const findings = Object.entries(WATCHED).map(([name, { metric, unit = 1, bound, fold }]) => {
    const wrong = processes.filter((process) => {
      const values = minutes.map((readings) =>
        fold(...readings.map((reading) => sumOf(reading.get(process) ?? [], metric) / unit)),
      )
      const { slope, error } = fit(settled(values.map((y, x) => ({ x, y: y * 60 }))))
      const shown = [values[0], values.at(-1), slope, error].map((value) => (value ?? 0).toFixed(1))
      console.log(`${process} ${name}: ${shown[0]} to ${shown[1]}, ${shown[2]} ± ${shown[3]} an hour`)
      return 'atMost' in bound ? max(...values) > bound.atMost : grows({ slope, error }, bound.perHour)
    })
    const limit =
      'atMost' in bound ? `is at most ${bound.atMost}` : `grows by at most ${bound.perHour} an hour`
    return { claim: `${name} ${limit}`, checked: processes.length, wrong }
  })
  if (minutes.length >= MIN_MINUTES) return findings
  console.log(`growth is judged from ${MIN_MINUTES} minutes on`)
  return []
}

/** A straight line through points, by least squares. */
interface Fit {
  /** Change of y per unit of x. */
  readonly slope: number
  /** Standard error of the slope; infinite with fewer than three points. */
  readonly error: number
}

/** Fits y over x. */
export function fit(points: readonly { readonly x: number; readonly y: number }[]): Fit {
  const count = points.length
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / count
  const meanY = points.reduce((sum, { y }) => sum + y, 0) / count
  const spread = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0)
  const slope = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / spread
  const rest = points.reduce((sum, { x, y }) => sum + (y - meanY - slope * (x - meanX)) ** 2, 0)
  return { slope, error: count < 3 ? Number.POSITIVE_INFINITY : Math.sqrt(rest / (count - 2) / spread) }
}

/** Whether something grows by more than a bound, by at least two standard errors. */
export const grows = ({ slope, error }: Fit, bound: number): boolean => slope - 2 * error > bound

/** The samples after warm-up: the last two thirds. */
export const settled = <T>(samples: readonly T[]): readonly T[] =>
  samples.slice(Math.ceil(samples.length / 3))
