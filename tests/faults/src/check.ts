import { type Client, type Received, readAll } from '@usher/test-kit'
import { accepted, type ClientLog, type ClientRequest } from './client-log.ts'
import type { Venue } from './traffic.ts'

/** What is compared: everything is read once all is quiet again. */
export interface Evidence {
  readonly log: ClientLog
  readonly guests: readonly Guest[]
  readonly bookings: readonly Booking[]
  /** Webhooks of each subscriber. */
  readonly received: readonly (readonly Received[])[]
}

interface Guest {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly position: number | null
}

interface Booking {
  readonly id: string
  readonly customer: { readonly name: string }
  readonly provider_id: string
  readonly start: string
  readonly end: string
  readonly status: string
}

/** One thing that must be true, and what contradicts it. */
export interface Finding {
  readonly claim: string
  readonly checked: number
  readonly wrong: readonly string[]
}

/** Checks what must be true after any faults, according to the clients' own log. */
export function judge(evidence: Evidence): Finding[] {
  const { log, guests, bookings } = evidence
  const adds = accepted(log, 'add')
  const seats = accepted(log, 'seat')
  const books = accepted(log, 'book')
  const guestById = new Map(guests.map((guest) => [guest.id, guest]))
  const bookingIds = new Set(bookings.map(({ id }) => id))
  const line = guests.filter(({ position }) => position !== null)
  return [
    finding('every accepted guest is there', adds, ({ body }) => guestById.has(body.id)),
    finding('every accepted seat is', seats, ({ about }) => guestById.get(about)?.status === 'seated'),
    finding('every accepted booking is there', books, ({ body }) => bookingIds.has(body.id)),
    unique(
      'no guest was added twice',
      guests.map(({ name }) => name),
    ),
    unique(
      'no booking was made twice',
      bookings.map(({ customer }) => customer.name),
    ),
    unique(
      'each position is taken once',
      line.map(({ position }) => String(position)),
    ),
    finding('positions are dense', line, ({ position }) => position !== null && position <= line.length),
    overlaps(bookings),
    ...evidence.received.flatMap((received, index) => announcements(index + 1, received, evidence)),
  ]
}

function announcements(
  number: number,
  received: readonly Received[],
  { guests, bookings }: Evidence,
): Finding[] {
  const ids = new Map<string, Set<string>>()
  for (const { raw, headers } of received) {
    const { event, data } = JSON.parse(raw.toString())
    const key = `${event} ${data.id}`
    ids.set(key, (ids.get(key) ?? new Set()).add(String(headers['webhook-id'])))
  }
  const once = (event: string) => (thing: { id: string }) => ids.get(`${event} ${thing.id}`)?.size === 1
  const seated = guests.filter(({ status }) => status === 'seated')
  const who = `subscriber ${number} was told once of`
  return [
    finding(`${who} every guest`, guests, once('guest.added')),
    finding(`${who} every seating`, seated, once('guest.seated')),
    finding(`${who} every booking`, bookings, once('booking.created')),
  ]
}

function finding<T extends object>(claim: string, all: readonly T[], holds: (one: T) => boolean): Finding {
  const wrong = all.filter((one) => !holds(one)).map(nameOf)
  // A check without data proves nothing.
  return { claim, checked: all.length, wrong: all.length === 0 ? ['there was none'] : wrong }
}

const nameOf = (thing: object): string =>
  (thing as Partial<ClientRequest>).about ?? (thing as { id?: string }).id ?? JSON.stringify(thing)

function unique(claim: string, names: readonly string[]): Finding {
  const wrong = names.filter((name, index) => names.indexOf(name) !== index)
  return { claim, checked: names.length, wrong }
}

function overlaps(bookings: readonly Booking[]): Finding {
  const active = bookings
    .filter(({ status }) => status === 'confirmed' || status === 'pending')
    .toSorted((a, b) => a.provider_id.localeCompare(b.provider_id) || a.start.localeCompare(b.start))
  const wrong = active.filter((booking, index) => {
    const before = active[index - 1]
    return before?.provider_id === booking.provider_id && before.end > booking.start
  })
  return {
    claim: 'no provider is booked twice at a time',
    checked: active.length,
    wrong: wrong.map(({ id }) => id),
  }
}

/** Every guest and booking of a venue, in any state. */
export async function readState(api: Client, { queueId, serviceTypeId }: Venue) {
  const statuses = 'waiting,notified,seated,removed,no_show'
  return {
    guests: await readAll<Guest>(api, `/v1/queues/${queueId}/guests?limit=100&status=${statuses}`),
    bookings: await readAll<Booking>(api, `/api/bookings?limit=100&service_type_id=${serviceTypeId}`),
  }
}
