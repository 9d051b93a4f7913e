import type { Entry } from '../slots/busy.ts'
import { MAX_REACH_MS, type Range } from '../slots/sweep.ts'

/** A calendar month in UTC; `to` is the first moment after it. */
export interface Month extends Range {
  /** YYYY-MM */
  readonly name: string
}

/** The months that a time touches, in order. */
export function monthsIn({ from, to }: Range): Month[] {
  const months: Month[] = []
  for (let at = from; at < to; at = monthOf(at).to) months.push(monthOf(at))
  return months
}

/** The months whose entries can affect starts within a range. */
export const monthsAround = ({ from, to }: Range): Month[] =>
  monthsIn({ from: from - MAX_REACH_MS, to: to + MAX_REACH_MS })

/**
 * The months in which an entry is stored: all that its buffered time touches. The buffered times of
 * conflicting entries overlap, so they share a month.
 */
export const monthsOf = ({ bufferedStart, bufferedEnd }: Entry): Month[] =>
  monthsIn({ from: bufferedStart, to: bufferedEnd })

function monthOf(at: number): Month {
  const first = new Date(at)
  first.setUTCDate(1)
  first.setUTCHours(0, 0, 0, 0)
  const next = new Date(first)
  next.setUTCMonth(first.getUTCMonth() + 1)
  return { name: first.toISOString().slice(0, 7), from: first.getTime(), to: next.getTime() }
}
