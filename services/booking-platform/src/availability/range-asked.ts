import { rangeTooLong, requireRange } from '@usher/service-kit'
import { DateTime } from 'luxon'
import type { Range } from '../slots/sweep.ts'
import type { Question } from './find-slots.ts'
import { mostDaysOf } from './work.ts'

const DAY_MS = 86_400_000
/** Days can be an hour longer. */
const LONGER_MS = DAY_MS / 24

interface Asked {
  readonly from: string
  readonly to: string
}

/**
 * The range that a client asks for, within what is answered at once.
 *
 * @param zone of dates
 * @throws ProblemError `validation_failed`
 */
export function rangeAsked({ from, to }: Asked, zone: string, mostDays: number): Range {
  const range = { from: momentOf(from, zone), to: momentOf(to, zone) }
  requireRange(range, mostMs(mostDays), `${mostDays} days`)
  return range
}

/** @throws ProblemError `validation_failed` for more than can be looked through at once */
export function requireLittle(question: Question): void {
  const mostDays = mostDaysOf(question)
  const { from, to } = question.range
  if (to - from > mostMs(mostDays)) throw rangeTooLong(`${mostDays} days (of many starts and providers)`)
}

const mostMs = (days: number): number => days * DAY_MS + LONGER_MS

/** An instant; of a date its first moment in a time zone. */
export const momentOf = (text: string, zone: string): number =>
  text.includes('T') ? Date.parse(text) : DateTime.fromISO(text, { zone }).startOf('day').toMillis()
