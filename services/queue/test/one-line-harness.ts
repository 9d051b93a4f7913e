import {
  type BookingStatus,
  bookingCancelled,
  bookingCheckedIn,
  bookingCreated,
  bookingHeartbeatSent,
  bookingUpdated,
  type LineEntry,
  type QueueLine,
} from '@usher/contracts'
import { newEvent, newId } from '@usher/service-kit'
import { type Client, createStandingClock, until } from '@usher/test-kit'
import { givenQueue, type Harness, startHarness, startInTheMorning } from './harness.ts'

const MINUTE_MS = 60_000

interface Booked {
  /** Minutes from now until it begins. */
  readonly in?: number
  readonly minutes?: number
  readonly name?: string
  readonly status?: BookingStatus
  readonly serviceTypeId?: string
  readonly sequence?: number
  readonly organizationId?: string
  readonly seats?: number
}

export const RULES = { early_minutes: 30, late_minutes: 15, tolerance_minutes: 5, walk_in_share: 0 } as const

/** The queue service with a queue that expects bookings, and a stand-in for the booking platform. */
export async function startOneLine() {
  // Bookings are due to the minute.
  const harness = await startHarness(createStandingClock())
  // The line shows one day, and tests book hours ahead: late in the evening that would be the next day.
  startInTheMorning(harness.clock)
  const api = harness.client()
  return { ...harness, harness, api, ...bookingsOf(harness) }
}

/** Events as the booking platform publishes them. */
function bookingsOf(harness: Harness) {
  const origin = (organizationId = harness.organizationId) => ({
    ...{ organizationId, actor: 'key_desk', requestId: newId('request') },
  })
  const at = (minutes: number) => new Date(harness.clock.now().getTime() + minutes * MINUTE_MS).toISOString()
  const facts = (id: string, serviceTypeId: string, given: Booked) => ({
    ...{ id, status: given.status ?? 'confirmed', service_type_id: given.serviceTypeId ?? serviceTypeId },
    ...{ provider_id: newId('provider'), start: at(given.in ?? 0) },
    end: at((given.in ?? 0) + (given.minutes ?? 10)),
    ...{ time_zone: 'UTC', seats: given.seats ?? 1, notes: null, metadata: {}, answers: {} },
    ...{ source: 'api', series: null },
    customer: {
      ...{ name: given.name ?? 'Bea', phone: '+14155552671', email: 'bea@example.com', locale: null },
    },
    ...{ cancel_reason: null, created_at: at(0), updated_at: at(0), cancelled_at: null },
    ...{ checked_in_at: null, queue_id: null, guest_id: null, check_in_error: null },
    ...{ service_name: 'Consultation', provider_name: 'Dr Grey', manage_url: 'http://usher.test/b/x' },
  })
  return {
    /** An event of a booking; the first by default. */
    booking(id: string, serviceTypeId: string, given: Booked = {}) {
      const { sequence = 1 } = given
      const about = { subject: id, sequence, time: harness.clock.now(), origin: origin(given.organizationId) }
      const data = facts(id, serviceTypeId, given)
      if (sequence === 1) return newEvent(bookingCreated, { ...about, data })
      if (given.status === 'cancelled') return newEvent(bookingCancelled, { ...about, data })
      return newEvent(bookingUpdated, { ...about, data: { ...data, previous: null } })
    },
    checkIn(id: string, queue_id: string, name = 'Bea', seats = 1) {
      const check_in_id = newId('checkIn')
      return newEvent(bookingCheckedIn, {
        ...{ subject: check_in_id, sequence: 1, time: harness.clock.now(), origin: origin() },
        data: {
          ...{ check_in_id, booking_id: id, queue_id, seats },
          customer: { name, phone: null, email: null, locale: null },
        },
      })
    },
    /** Tells that all is known up to now, and waits until it was heard. */
    async beat(api: Client, queue: string, publish = harness.publish): Promise<void> {
      const as_of = at(0)
      const about = { subject: newId('event'), sequence: 1, time: harness.clock.now(), origin: origin() }
      await publish(newEvent(bookingHeartbeatSent, { ...about, data: { as_of } }))
      await until('the heartbeat was heard', async () => {
        const { as_of: heard } = await lineOf(api, queue)
        return heard !== null && heard >= as_of
      })
    },
  }
}

/** Creates a queue that expects bookings of a service type. */
export async function givenLine(api: Client, settings: object = {}, bookings: object = {}) {
  const serviceType = newId('serviceType')
  const rules = { service_type_ids: [serviceType], ...RULES, ...bookings }
  return { queue: await givenQueue(api, { bookings: rules, ...settings }), serviceType }
}

export async function lineOf(api: Client, queue: string): Promise<QueueLine> {
  const { status, body } = await api('GET', `/v1/queues/${queue}/line`)
  if (status !== 200) throw new Error(`the line was answered ${status}: ${body.detail}`)
  return body
}

/** Waits until the line holds these names, in order, and returns its entries. */
export async function untilLine(api: Client, queue: string, names: readonly string[]): Promise<LineEntry[]> {
  return await until(`the line of ${names.join(', ')}`, async () => {
    const { data } = await lineOf(api, queue)
    return JSON.stringify(data.map(({ name }) => name)) === JSON.stringify(names) ? data : undefined
  })
}

interface BookedFor extends Booked {
  readonly queue: string
  readonly serviceType: string
}

/** A booking that the line expects. @returns its id */
export async function givenExpected(
  { api, publish, booking }: Pick<Awaited<ReturnType<typeof startOneLine>>, 'api' | 'publish' | 'booking'>,
  { queue, serviceType, ...given }: BookedFor,
): Promise<string> {
  const id = newId('booking')
  await publish(booking(id, serviceType, given))
  await until('the booking is expected', async () =>
    (await lineOf(api, queue)).data.find(({ booking_id }) => booking_id === id),
  )
  return id
}

/** A booking whose customer stands in the line. */
export async function givenCheckedIn(stage: Awaited<ReturnType<typeof startOneLine>>, given: BookedFor) {
  const { queue } = given
  const id = await givenExpected(stage, given)
  await stage.publish(stage.checkIn(id, queue))
  return await until('the customer is in the line', async () => {
    const { data } = await lineOf(stage.api, queue)
    const found = data.find(({ booking_id }) => booking_id === id)
    return found?.guest_id ? { id, guest: found.guest_id } : undefined
  })
}
