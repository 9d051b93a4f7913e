import type { Template } from '@usher/contracts'
import { localTime } from '@usher/contracts/zones'

/** Accented letters of abbreviated days and months that GSM-7 lacks. */
const BEYOND_GSM = /[áíóúâêîôûãõç]/gu

/**
 * A time in readable form, in the local time of a place. Without the narrow spaces and accents that would double the
 * cost of an SMS ("sab." reads as well as "sáb.").
 */
export const startsAt = (at: Date, timeZone: string, locale: Template['locale']): string =>
  localTime(at, timeZone)
    .toLocaleString(locale, {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      hour: 'numeric',
      minute: '2-digit',
      timeZone: 'UTC',
    })
    .replace(/\s/gu, ' ')
    .replace(BEYOND_GSM, (letter) => letter.normalize('NFD').charAt(0))
