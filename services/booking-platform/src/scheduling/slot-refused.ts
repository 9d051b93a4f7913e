import type { SlotRule } from '@usher/contracts'
import { ProblemError } from '@usher/service-kit'
import type { Question } from '../availability/find-slots.ts'

/** Why a time cannot be booked, in words for people. */
const WORDS: Readonly<Record<SlotRule, string>> = {
  inactive: 'nobody can be booked for it',
  too_soon: 'it is too soon',
  too_far: 'it is too far ahead',
  time_off: 'the provider is off',
  outside_hours: 'it is outside the hours of the provider',
  off_grid: 'no time begins then',
  booked: 'it is taken',
  buffer: 'it is too near to another booking',
  seats: 'there are not enough seats left',
  day_full: 'no more is booked on that day',
  provider_full: 'the provider has as many bookings as there can be',
  calendar_stale: 'the calendar of the provider has not been read for too long',
}

/** The requested time cannot be booked. */
export class SlotRefused extends ProblemError {
  override name = 'SlotRefused'
  readonly rules: readonly SlotRule[]
  readonly start: number
  readonly question: Omit<Question, 'range'>

  constructor(rules: readonly SlotRule[], start: number, question: Omit<Question, 'range'>) {
    const [rule = 'inactive'] = rules
    const errors = rules.map((code) => ({ pointer: '/start', message: WORDS[code], code }))
    super('slot_unavailable', `The time is not free: ${WORDS[rule]}.`, { errors })
    this.rules = rules
    this.start = start
    this.question = question
  }
}
