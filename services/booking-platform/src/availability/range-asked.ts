import { invalidField } from '@usher/service-kit'
import { DateTime } from 'luxon'
import type { Question } from './find-slots.ts'
import type { Range } from './sweep.ts'
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
  if (range.to <= range.from) throw invalidField('?to', 'must be after from', 'out_of_range')
  if (isLonger(range, mostDays)) {
    throw invalidField('?to', `must be at most ${mostDays} days after from`, 'out_of_range')
  }
  return range
}

/** @throws ProblemError `validation_failed` for more than can be looked through at once */
export function requireLittle(question: Question): void {
  const mostDays = mostDaysOf(question)
  if (!isLonger(question.range, mostDays)) return
  const message = `ask for fewer days, at most ${mostDays} days after from: there are many starts and providers`
  throw invalidField('?to', message, 'out_of_range')
}

const isLonger = ({ from, to }: Range, days: number): boolean => to - from > days * DAY_MS + LONGER_MS

/** An instant; of a date its first moment in a time zone. */
export const momentOf = (text: string, zone: string): number =>
  text.includes('T') ? Date.parse(text) : DateTime.fromISO(text, { zone }).startOf('day').toMillis()
