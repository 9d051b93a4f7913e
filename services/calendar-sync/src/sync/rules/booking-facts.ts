import { createHash } from 'node:crypto'
import type { BookingStatus } from '@usher/contracts'
import type { Local } from './decide.ts'
import type { GoogleEvent } from './google-event.ts'

/** The parts of a booking that a calendar shows. */
export interface BookingFacts {
  readonly booking_id: string
  readonly provider_id: string
  /** The revision they are from: `sequence` of the booking's events. */
  readonly revision: number
  readonly status: BookingStatus
  readonly start: Date
  readonly end: Date
  readonly time_zone: string
  readonly title: string
  readonly description: string
  /** null: it has an event of its own; absent: likewise, stored before there were sessions. */
  readonly seat?: Seat | null
}

/** The seats of a booking in a session. */
interface Seat {
  readonly service_type_id: string
  readonly service_name: string
  readonly customer_name: string
  readonly seats: number
  readonly capacity: number
}

/** A booking as in its events. */
interface BookingData {
  readonly status: BookingStatus
  readonly service_type_id: string
  readonly provider_id: string
  readonly start: string
  readonly end: string
  readonly time_zone: string
  readonly seats: number
  readonly notes: string | null
  readonly customer: { readonly name: string; readonly phone: string | null }
  readonly service_name: string
  readonly capacity?: number | undefined
  readonly manage_url: string
}

/** The stored parts of a booking; without texts if it does not take place. */
export function factsOf(bookingId: string, revision: number, data: BookingData): BookingFacts {
  const isOff = data.status === 'cancelled'
  return {
    booking_id: bookingId,
    provider_id: data.provider_id,
    revision,
    status: data.status,
    start: new Date(data.start),
    end: new Date(data.end),
    time_zone: data.time_zone,
    title: isOff ? '' : `${data.service_name}: ${data.customer.name}`,
    description: isOff ? '' : descriptionOf(data),
    seat: isOff ? null : seatOf(data),
  }
}

function seatOf({ service_type_id, service_name, customer, seats, capacity = 1 }: BookingData): Seat | null {
  return capacity > 1
    ? { service_type_id, service_name, customer_name: customer.name, seats, capacity }
    : null
}

const descriptionOf = ({ customer, seats, notes, manage_url }: BookingData): string =>
  [customer.phone && asText(customer.phone), seats > 1 && `× ${seats}`, notes && asText(notes), manage_url]
    .filter(Boolean)
    .join('\n')

/**
 * A customer's text for a description, which "can contain HTML" (Calendar API, events resource): without tags, as
 * their links would be taken for the venue's. Everything else stays as is, as other calendars show it verbatim.
 */
export const asText = (text: string): string =>
  text.replaceAll(/&(?=#?\w+;)/g, '&amp;').replaceAll('<', '&lt;')

const CLOSED: readonly BookingStatus[] = ['completed', 'no_show']

/**
 * How a booking should be shown in a provider's calendar.
 *
 * @returns null if it does not belong in that calendar
 */
export function localOf(facts: BookingFacts | null, providerId: string, now: Date): Local | null {
  if (!facts || facts.status === 'cancelled' || facts.provider_id !== providerId) return null
  return {
    start: facts.start.getTime(),
    end: facts.end.getTime(),
    status: facts.status === 'pending' ? 'tentative' : 'confirmed',
    textHash: createHash('sha256').update(`${facts.title}\n${facts.description}`).digest('base64url'),
    isOver: CLOSED.includes(facts.status) || facts.end <= now,
    isSession: Boolean(facts.seat),
  }
}

/** Marks our events among others, by the booking or session they show (Calendar API, "Extended properties"). */
export const ownProperties = (shownId: string, env: string) => ({ bk: shownId, env })

/** Whether an event was made for a booking or session by this deployment. */
export const isEventOf = ({ ownProperties: { bk, env } }: GoogleEvent, shownId: string, here: string) =>
  bk === shownId && env === here

type OwnProperties = ReturnType<typeof ownProperties>

/** The texts of an event. People may edit them there, which lasts until the booking's texts change. */
const wordsOf = ({ title, description }: BookingFacts) => ({ summary: title, description })

const fieldsOf = (facts: BookingFacts, own: OwnProperties, more: { readonly date?: null }) => {
  // Google refuses offsets such as +01:00 as names of zones; the time has its own.
  const zone = /^[+-]/.test(facts.time_zone) ? {} : { timeZone: facts.time_zone }
  const at = (time: Date) => ({ dateTime: time.toISOString(), ...zone, ...more })
  return {
    start: at(facts.start),
    end: at(facts.end),
    status: facts.status === 'pending' ? 'tentative' : 'confirmed',
    extendedProperties: { private: own },
  }
}

/** Fields of a new event for a booking. */
export const newFieldsOf = (facts: BookingFacts, own: OwnProperties) => ({
  ...fieldsOf(facts, own, {}),
  ...wordsOf(facts),
})

/** Patch that moves an event to its booking: a patch keeps what it does not name, whole days too. */
export const patchOf = (facts: BookingFacts, own: OwnProperties, withWords: boolean) => ({
  ...fieldsOf(facts, own, { date: null }),
  ...(withWords && wordsOf(facts)),
})
