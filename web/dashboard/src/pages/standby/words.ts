import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Schemas } from '../../api/client.ts'
import type { Tone } from '../../ui/status-badge.tsx'
import type { Standby } from './queries.ts'

export const STATUS_WORDS: Readonly<Record<Standby['status'], MessageDescriptor>> = {
  waiting: msg({ message: 'Waiting', context: 'status of a standby' }),
  offered: msg({ message: 'Time offered', context: 'status of a standby' }),
  booked: msg({ message: 'Booked', context: 'status of a standby' }),
  ended: msg({ message: 'Ended', context: 'status of a standby' }),
}

export const TONES: Readonly<Record<Standby['status'], Tone>> = {
  waiting: 'plain',
  offered: 'warn',
  booked: 'good',
  ended: 'bad',
}

/** Why a standby ended without a booking. */
export const ENDING_WORDS: Readonly<Record<NonNullable<Schemas['StandbyEnding']>, MessageDescriptor>> = {
  left: msg`The customer left the list.`,
  removed: msg`Your team removed them.`,
  unanswered: msg`They did not answer three offers.`,
  windows_over: msg`All of their times have passed.`,
  not_offered: msg`The service can no longer be booked online.`,
  erased: msg`Erased at the customer's request.`,
}
