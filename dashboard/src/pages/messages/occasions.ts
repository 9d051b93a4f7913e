import type { Schemas } from '../../api/client.ts'
import { locale } from '../../language/language.ts'

type Kind = Schemas['Template']['kind']

/** What messages are for, in the order in which guests get them. */
export const OCCASIONS: { readonly [Value in Kind]: string } = {
  added: 'Joined the queue',
  almost_ready: 'Almost ready',
  ready: 'Called',
  reminder: 'Reminder',
  no_show: 'Marked as no-show',
  requeued: 'Back in the line',
  booking_confirmed: 'Booking confirmed',
  booking_changed: 'Booking changed',
  booking_cancelled: 'Booking cancelled',
  booking_reminder: 'Booking reminder',
  custom: 'Custom message',
}

export const KINDS = Object.keys(OCCASIONS) as Kind[]

const languages = new Intl.DisplayNames(locale, { type: 'language' })

/** A language in English words. */
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
