import { ANONYMOUS_NAME } from '@usher/contracts'
import { asText, type BookingFacts } from './booking-facts.ts'

/** A time of a service type with several seats: its bookings share one event. */
export interface Session {
  readonly provider_id: string
  readonly service_type_id: string
  readonly start: Date
  readonly end: Date
}

/** The id of a session; stands where other events have the id of their booking. */
export const sessionIdOf = ({ provider_id, service_type_id, start, end }: Session): string =>
  [provider_id, service_type_id, start.getTime(), end.getTime()].join(':')

/** The session with an id; null for the id of a booking. */
export function parseSessionId(id: string): Session | null {
  const [provider_id = '', service_type_id = '', ...times] = id.split(':')
  const [start = Number.NaN, end = Number.NaN] = times.map((time) => new Date(Number(time)).getTime())
  if (Number.isNaN(start) || Number.isNaN(end)) return null
  return { provider_id, service_type_id, start: new Date(start), end: new Date(end) }
}

/** A booking or session that has an event. */
export interface Shown {
  readonly booking_id: string
  readonly end: Date
}

/** Which event shows a booking: its own, or that of its session. */
export function shownAs({ booking_id, seat, ...at }: BookingFacts): Shown {
  const { service_type_id } = seat ?? {}
  return { booking_id: service_type_id ? sessionIdOf({ ...at, service_type_id }) : booking_id, end: at.end }
}

/** Google refuses descriptions of more than 8,192 characters. */
const MAX_DESCRIPTION = 8_000

/**
 * The event of a session, with its seats and people. Conflicts are noted at its first booking.
 *
 * @param all its bookings, the first made first
 * @returns null without bookings
 */
export function sessionFactsOf(all: readonly BookingFacts[]): BookingFacts | null {
  const [first] = all
  // Has the current name and capacity of the service type.
  const latest = all.at(-1)?.seat
  if (!first || !latest) return null
  const taken = all.reduce((sum, { seat }) => sum + (seat?.seats ?? 0), 0)
  const statuses = new Set(all.map(({ status }) => status))
  return {
    ...first,
    status: statuses.size === 1 ? first.status : 'confirmed',
    title: `${latest.service_name} (${taken}/${latest.capacity})`,
    description: listed(all.map(entryOf)),
  }
}

const entryOf = ({ seat, description }: BookingFacts): string =>
  `${asText(seat?.customer_name ?? '')}\n${description}`

function listed(entries: readonly string[]): string {
  let text = ''
  for (const [index, entry] of entries.entries()) {
    const next = index === 0 ? entry : `${text}\n\n${entry}`
    if (next.length > MAX_DESCRIPTION) return `${text}\n\n+ ${entries.length - index}`
    text = next
  }
  return text
}

/**
 * The event of a session after some of its bookings were deleted: it stays as it is until a customer in it is erased.
 * Then it names nobody.
 */
export function pastSessionFactsOf(known: readonly BookingFacts[]): BookingFacts | null {
  const erased = known.find(({ seat }) => seat?.customer_name === ANONYMOUS_NAME)
  return erased?.seat ? { ...erased, title: erased.seat.service_name, description: '' } : null
}
