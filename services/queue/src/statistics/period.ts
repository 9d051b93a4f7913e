import { requireRange } from '@usher/service-kit'
import { DAY_MS } from '@usher/service-kit/durations'

const DEFAULT_DAYS = 7
const MAX_DAYS = 93

export interface Period {
  readonly from: Date
  readonly to: Date
}

/**
 * The requested period.
 *
 * @throws ProblemError if it is empty or too long
 */
export function periodOf(query: { from?: string | undefined; to?: string | undefined }, now: Date): Period {
  const to = query.to === undefined ? now : new Date(query.to)
  const from =
    query.from === undefined ? new Date(to.getTime() - DEFAULT_DAYS * DAY_MS) : new Date(query.from)
  requireRange({ from: from.getTime(), to: to.getTime() }, MAX_DAYS * DAY_MS, `${MAX_DAYS} days`)
  return { from, to }
}
