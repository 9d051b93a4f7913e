import { createHash } from 'node:crypto'
import type { BookingStatus } from '@usher/contracts'
import type { Local } from './decide.ts'
import type { GoogleEvent } from './google-event.ts'

/** What a calendar shows of a booking. */
export interface BookingFacts {
  readonly booking_id: string
  readonly provider_id: string
  /** Number of the change that made it so: `sequence` of its events. */
  readonly revision: number
  readonly status: BookingStatus
  readonly start: Date
  readonly end: Date
  readonly time_zone: string
  readonly title: string
  readonly description: string
}

/** What booking's events tell of one. */
interface Told {
  readonly status: BookingStatus
  readonly provider_id: string
  readonly start: string
  readonly end: string
  readonly time_zone: string
  readonly seats: number
  readonly notes: string | null
  readonly customer: { readonly name: string; readonly phone: string | null }
  readonly service_name: string
  readonly manage_url: string
}

/** What of a booking is kept; of one that does not take place, no words. */
export function factsOf(bookingId: string, revision: number, told: Told): BookingFacts {
  const isOff = told.status === 'cancelled'
  return {
    booking_id: bookingId,
    provider_id: told.provider_id,
    revision,
    status: told.status,
    start: new Date(told.start),
    end: new Date(told.end),
    time_zone: told.time_zone,
    title: isOff ? '' : `${told.service_name}: ${told.customer.name}`,
    description: isOff ? '' : descriptionOf(told),
  }
}

const descriptionOf = ({ customer, seats, notes, manage_url }: Told): string =>
  [customer.phone && asText(customer.phone), seats > 1 && `× ${seats}`, notes && asText(notes), manage_url]
    .filter(Boolean)
    .join('\n')

/**
 * What a customer wrote, for a description, which "can contain HTML" (Calendar API, events resource): without tags,
 * as their links would be read as the venue's own. All else stays as it is, as other calendars show it as it is.
 */
const asText = (text: string): string => text.replaceAll(/&(?=#?\w+;)/g, '&amp;').replaceAll('<', '&lt;')

const CLOSED: readonly BookingStatus[] = ['completed', 'no_show']

/**
 * How a booking is to be shown in the calendar of a provider.
 *
 * @returns null where it is not to be in that calendar
 */
export function localOf(facts: BookingFacts | null, providerId: string, now: Date): Local | null {
  if (!facts || facts.status === 'cancelled' || facts.provider_id !== providerId) return null
  return {
    start: facts.start.getTime(),
    end: facts.end.getTime(),
    status: facts.status === 'pending' ? 'tentative' : 'confirmed',
    textHash: createHash('sha256').update(`${facts.title}\n${facts.description}`).digest('base64url'),
    isOver: CLOSED.includes(facts.status) || facts.end <= now,
  }
}

/** By which events of ours are known among others (Calendar API, "Extended properties"). */
const ownProperties = ({ booking_id, revision }: BookingFacts, env: string) => ({
  bk: booking_id,
  env,
  rev: String(revision),
})

/** Whether an event was made of a booking, by this deployment. */
export const isEventOf = ({ ownProperties: { bk, env } }: GoogleEvent, bookingId: string, here: string) =>
  bk === bookingId && env === here

/** The words of an event. People may change them there, which lasts until the booking's are others. */
const wordsOf = ({ title, description }: BookingFacts) => ({ summary: title, description })

const fieldsOf = (facts: BookingFacts, env: string, more: { readonly date?: null }) => {
  const at = (time: Date) => ({ dateTime: time.toISOString(), timeZone: facts.time_zone, ...more })
  return {
    start: at(facts.start),
    end: at(facts.end),
    status: facts.status === 'pending' ? 'tentative' : 'confirmed',
    extendedProperties: { private: ownProperties(facts, env) },
  }
}

/** The event of a booking, as it is made. */
export const newFieldsOf = (facts: BookingFacts, env: string) => ({
  ...fieldsOf(facts, env, {}),
  ...wordsOf(facts),
})

/** What a patch brings an event to where its booking is: a patch keeps what it does not name, whole days too. */
export const patchOf = (facts: BookingFacts, env: string, withWords: boolean) => ({
  ...fieldsOf(facts, env, { date: null }),
  ...(withWords && wordsOf(facts)),
})
