import type { UsageInterval, UsageQuery } from '@usher/contracts'
import { rangeTooLong, requireOrder } from '@usher/service-kit'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@usher/service-kit/durations'

/** Intervals by which usage is counted. */
export type Granularity = Exclude<UsageInterval, 'total'>

interface Terms {
  readonly ms: number
  /** Maximum period of one request, in ms. */
  readonly maxMs: number
  /** How long counts are kept, in ms. */
  readonly keptMs: number
}

/** From fine to coarse. */
export const GRANULARITIES: Readonly<Record<Granularity, Terms>> = {
  minute: { ms: MINUTE_MS, maxMs: DAY_MS, keptMs: 14 * DAY_MS },
  hour: { ms: HOUR_MS, maxMs: 31 * DAY_MS, keptMs: 400 * DAY_MS },
  day: { ms: DAY_MS, maxMs: 3 * 366 * DAY_MS, keptMs: 3 * 366 * DAY_MS },
}

/** The period of a request, in whole intervals of the counts used. */
export interface Period {
  readonly granularity: Granularity
  readonly from: Date
  /** Exclusive. */
  readonly to: Date
}

/** The start of the interval that contains a moment, in UTC. */
export const startOf = (granularity: Granularity, at: Date): Date => {
  const { ms } = GRANULARITIES[granularity]
  return new Date(Math.floor(at.getTime() / ms) * ms)
}

/**
 * The period of a request. A total uses the finest counts that cover all of it.
 *
 * @throws ProblemError `validation_failed` if it ends before it starts, or is too long for the interval
 */
export function periodOf(
  { from, to, interval }: Pick<UsageQuery, 'from' | 'to' | 'interval'>,
  now: Date,
): Period {
  const end = to ? new Date(to) : now
  const start = from ? new Date(from) : new Date(end.getTime() - DAY_MS)
  requireOrder({ from: start.getTime(), to: end.getTime() })
  if (interval !== 'total') return wholeIntervals(interval, start, end)
  const fits = (granularity: Granularity) => {
    const { maxMs, keptMs } = GRANULARITIES[granularity]
    return end.getTime() - start.getTime() <= maxMs && now.getTime() - start.getTime() <= keptMs
  }
  return wholeIntervals(fits('minute') ? 'minute' : fits('hour') ? 'hour' : 'day', start, end)
}

function wholeIntervals(granularity: Granularity, start: Date, end: Date): Period {
  const { ms, maxMs } = GRANULARITIES[granularity]
  if (end.getTime() - start.getTime() > maxMs) {
    const advice = granularity === 'day' ? '' : ' (more in a longer interval)'
    throw rangeTooLong(`${maxMs / HOUR_MS} hours${advice}`)
  }
  const to = new Date(Math.ceil(end.getTime() / ms) * ms)
  return { granularity, from: startOf(granularity, start), to }
}
