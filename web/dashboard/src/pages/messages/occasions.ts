import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Schemas } from '../../api/client.ts'
import { locale } from '../../language/language.ts'

type Kind = Schemas['Template']['kind']

/** What messages are for, in the order in which guests get them. */
const OCCASIONS: { readonly [Value in Kind]: MessageDescriptor } = {
  added: msg({ message: 'Joined the queue', context: 'occasion of a message' }),
  almost_ready: msg({ message: 'Almost ready', context: 'occasion of a message' }),
  ready: msg({ message: 'Called', context: 'occasion of a message' }),
  reminder: msg({ message: 'Reminder', context: 'occasion of a message' }),
  no_show: msg({ message: 'Marked as no-show', context: 'occasion of a message' }),
  requeued: msg({ message: 'Back in the line', context: 'occasion of a message' }),
  booking_requested: msg({ message: 'Booking requested', context: 'occasion of a message' }),
  booking_declined: msg({ message: 'Booking declined', context: 'occasion of a message' }),
  booking_confirmed: msg({ message: 'Booking confirmed', context: 'occasion of a message' }),
  booking_changed: msg({ message: 'Booking changed', context: 'occasion of a message' }),
  booking_cancelled: msg({ message: 'Booking cancelled', context: 'occasion of a message' }),
  booking_reminder: msg({ message: 'Booking reminder', context: 'occasion of a message' }),
  booking_standby: msg({ message: 'On the standby list', context: 'occasion of a message' }),
  booking_offered: msg({ message: 'A time is free', context: 'occasion of a message' }),
  booking_code: msg({ message: 'Booking code', context: 'occasion of a message' }),
  custom: msg({ message: 'Custom message', context: 'occasion of a message' }),
}

export const KINDS = Object.keys(OCCASIONS) as Kind[]

export const occasionName = (kind: Kind): string => i18n._(OCCASIONS[kind])

const languages = new Intl.DisplayNames(locale, { type: 'language' })

/** The name of a language. */
export const languageOf = (locale: string): string => languages.of(locale) ?? locale

export const LOCALES = [
  'en',
  'es',
  'fr',
  'de',
  'it',
  'pt',
  'nl',
  'ja',
  'zh',
  'ar',
] as const satisfies readonly Schemas['Template']['locale'][]
