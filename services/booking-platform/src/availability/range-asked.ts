import { zoneOf } from '@usher/contracts/luxon-zone'
import { rangeTooLong, requireRange } from '@usher/service-kit'
import { DAY_MS } from '@usher/service-kit/durations'
import { DateTime } from 'luxon'
import type { Range } from '../slots/sweep.ts'
import type { Question } from './find-slots.ts'
import { maxDaysOf } from './work.ts'

/** Local days have an hour more when clocks go back. */
const LONGER_MS = DAY_MS / 24

interface Asked {
  readonly from: string
  readonly to: string
}

/**
 * The requested range, limited to what one response may cover.
 *
 * @param zone time zone of dates without a time
 * @throws ProblemError `validation_failed`
 */
export function rangeAsked({ from, to }: Asked, zone: string, maxDays: number): Range {
  const range = { from: momentOf(from, zone), to: momentOf(to, zone) }
  requireRange(range, maxMs(maxDays), `${maxDays} days`)
  return range
}

/** @throws ProblemError `validation_failed` if the range is too large to search at once */
export function requireBounded(question: Question): void {
  const maxDays = maxDaysOf(question)
  const { from, to } = question.range
  if (to - from > maxMs(maxDays)) throw rangeTooLong(`${maxDays} days (with so many starts and providers)`)
}

const maxMs = (days: number): number => days * DAY_MS + LONGER_MS

/** Parses an instant, or a date as its first moment in the time zone; in ms since 1970. */
export const momentOf = (text: string, zone: string): number =>
  text.includes('T')
    ? Date.parse(text)
    : DateTime.fromISO(text, { zone: zoneOf(zone) })
        .startOf('day')
        .toMillis()
