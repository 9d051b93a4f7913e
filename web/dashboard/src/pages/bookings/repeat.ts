import { type Entered, numberOrNull } from '../../forms/numbers.ts'

/** Rules of RFC 5545 without their count. */
const RULES = {
  week: 'FREQ=WEEKLY',
  'two-weeks': 'FREQ=WEEKLY;INTERVAL=2',
  month: 'FREQ=MONTHLY',
} as const

/** How often a new booking is made. */
export interface Repeat {
  /** `once` is a single booking. */
  readonly every: 'once' | keyof typeof RULES
  readonly count: Entered
}

export const ONCE: Repeat = { every: 'once', count: 4 }

/** Most visits of a series. */
export const MAX_VISITS = 104

/** Whether the count is one that a series can have. */
export function isCountable({ every, count }: Repeat): boolean {
  const visits = numberOrNull(count)
  return every === 'once' || (visits !== null && visits >= 2 && visits <= MAX_VISITS)
}

/** The recurrence rule; undefined for a single booking. */
export const recurrenceOf = ({ every, count }: Repeat): string | undefined =>
  every === 'once' ? undefined : `${RULES[every]};COUNT=${count}`
