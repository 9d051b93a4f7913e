import type { Booking, JoinedStandby, Standby } from '@usher/contracts'
import { accepted, at, bookingOf, givenBooking, type Harness } from './harness.ts'
import { type GivenPage, givenPage } from './online-values.ts'

let customers = 0

/** A customer unlike any before. */
export function somebody() {
  customers += 1
  return { name: `Customer ${customers}`, email: `customer-${customers}@example.com` }
}

/** The morning of the day on which all is full. */
export const MORNING = { from: at('09:00'), to: at('12:00') }

/** A page with one free half hour a day, from nine; the one in two days is booked. */
export async function givenFullDay(harness: Harness, service: object = {}, hours = HALF_PAST) {
  const given = await givenPage(harness, service, { weekly_hours: hours })
  const booking = await givenBooking(given.api, bookingOf(given.type.id, at('09:00')))
  return { ...given, harness, booking }
}

const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export const daily = (start: string, end: string) => WEEK.map((day) => ({ day, start, end }))
const HALF_PAST = daily('09:00', '09:30')

type Waiting = Pick<GivenPage, 'open' | 'path' | 'type'>

/** Lets somebody wait for a time on the full day. */
export async function join({ open, path, type }: Waiting, body: object = {}) {
  const given = { service_type_id: type.id, windows: [MORNING], customer: somebody(), ...body }
  const joined: JoinedStandby = await accepted(open('POST', `${path}/standby`, { body: given }))
  const own = `/public/standby/${joined.status_url.split('/').at(-1)}`
  return {
    ...{ joined, own },
    look: () => accepted(open('GET', own)),
    accept: () => open('POST', `${own}/accept`),
    leave: () => open('DELETE', own),
  }
}

export const cancel = (api: GivenPage['api'], { id }: Pick<Booking, 'id'>) =>
  accepted(api('POST', `/api/bookings/${id}/cancel`))

export const listed = async (api: GivenPage['api'], query = ''): Promise<Standby[]> =>
  (await accepted(api('GET', `/api/standbys${query}`))).data
