import { invalidField } from '@usher/service-kit'

const DAY_MS = 24 * 3_600_000
const DEFAULT_DAYS = 7
const MOST_DAYS = 93

export interface Period {
  readonly from: Date
  readonly to: Date
}

/** The time that is asked about. @throws ProblemError for one that is empty or too long */
export function periodOf(query: { from?: string | undefined; to?: string | undefined }, now: Date): Period {
  const to = query.to === undefined ? now : new Date(query.to)
  const from =
    query.from === undefined ? new Date(to.getTime() - DEFAULT_DAYS * DAY_MS) : new Date(query.from)
  if (from >= to) throw invalidField('?from', 'must be before to', 'empty_period')
  if (to.getTime() - from.getTime() > MOST_DAYS * DAY_MS) {
    throw invalidField('?from', `must be at most ${MOST_DAYS} days before to`, 'period_too_long')
  }
  return { from, to }
}
