import type { UsageInterval, UsageQuery } from '@usher/contracts'
import { rangeTooLong, requireOrder } from '@usher/service-kit'

/** The lengths of time that usage is counted by. */
export type Granularity = Exclude<UsageInterval, 'total'>

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

interface Terms {
  readonly ms: number
  /** Longest time that one question may be about. */
  readonly mostMs: number
  /** How long counts are kept. */
  readonly keptMs: number
}

/** From fine to coarse. */
export const GRANULARITIES: Readonly<Record<Granularity, Terms>> = {
  minute: { ms: MINUTE, mostMs: DAY, keptMs: 14 * DAY },
  hour: { ms: HOUR, mostMs: 31 * DAY, keptMs: 400 * DAY },
  day: { ms: DAY, mostMs: 3 * 366 * DAY, keptMs: 3 * 366 * DAY },
}

/** A question's time, in whole intervals of the counts that answer it. */
export interface Period {
  readonly granularity: Granularity
  readonly from: Date
  /** Not included. */
  readonly to: Date
}

/** The start of the interval that a moment is in, in UTC. */
export const startOf = (granularity: Granularity, at: Date): Date => {
  const { ms } = GRANULARITIES[granularity]
  return new Date(Math.floor(at.getTime() / ms) * ms)
}

/**
 * The time that a question is about. A total is taken from the finest counts that there are for all of it.
 *
 * @throws ProblemError `validation_failed` for an end before the start, or more time than the interval allows
 */
export function periodOf(
  { from, to, interval }: Pick<UsageQuery, 'from' | 'to' | 'interval'>,
  now: Date,
): Period {
  const end = to ? new Date(to) : now
  const start = from ? new Date(from) : new Date(end.getTime() - DAY)
  requireOrder({ from: start.getTime(), to: end.getTime() })
  if (interval !== 'total') return wholeIntervals(interval, start, end)
  const fits = (granularity: Granularity) => {
    const { mostMs, keptMs } = GRANULARITIES[granularity]
    return end.getTime() - start.getTime() <= mostMs && now.getTime() - start.getTime() <= keptMs
  }
  return wholeIntervals(fits('minute') ? 'minute' : fits('hour') ? 'hour' : 'day', start, end)
}

function wholeIntervals(granularity: Granularity, start: Date, end: Date): Period {
  const { ms, mostMs } = GRANULARITIES[granularity]
  if (end.getTime() - start.getTime() > mostMs) {
    const advice = granularity === 'day' ? '' : ' (more in a longer interval)'
    throw rangeTooLong(`${mostMs / HOUR} hours${advice}`)
  }
  const to = new Date(Math.ceil(end.getTime() / ms) * ms)
  return { granularity, from: startOf(granularity, start), to }
}
