import { type Booking, bookingCheckInHandled, type CloudEvent } from '@usher/contracts'
import { newEvent, newId } from '@usher/service-kit'
import { HOUR_MS, MINUTE_MS } from '@usher/service-kit/durations'
import { type Client, until } from '@usher/test-kit'
import { bookingOf, givenBooking, givenServiceType, startHarness } from './harness.ts'

let harness: Awaited<ReturnType<typeof startHarness>>
let api: Client
beforeAll(async () => {
  harness = await startHarness()
  api = harness.client()
})
afterAll(() => harness[Symbol.asyncDispose]())

/** A booking of half an hour at the first full hour that lies so far ahead. */
async function bookingIn(hours: number, body: object = {}): Promise<Booking> {
  const type = await givenServiceType(api, body)
  const start = new Date(Math.ceil(harness.clock.now().getTime() / HOUR_MS + hours) * HOUR_MS)
  return await givenBooking(api, bookingOf(type.id, start.toISOString()))
}

/** One whose time has come, to the minute. */
async function bookingNow(): Promise<Booking> {
  const booking = await bookingIn(1)
  harness.clock.advance(Date.parse(booking.start) - harness.clock.now().getTime())
  return booking
}

const checkIn = ({ id }: Booking, queue_id: string, more: object = {}, by = api) =>
  by('POST', `/api/bookings/${id}/check-in`, { body: { queue_id, ...more } })

const told = ({ id }: Booking, type: string) => harness.events.of(id).filter((event) => event.type === type)

/** What the queue service was asked for a booking, in the order in which it was. */
const asked = ({ id }: Booking) =>
  harness.events.events.filter(
    ({ type, data }) => type === 'booking.checked_in' && (data as { booking_id: string }).booking_id === id,
  )

const firstAsked = (booking: Booking, count = 1) =>
  until('the check-in', () => asked(booking).length === count && asked(booking).at(-1)) as Promise<CloudEvent>

/** What the queue service says of a check-in. */
function outcomeOf(
  { subject, data, organizationid }: CloudEvent,
  reason: string | null,
  organizationId = '',
) {
  const { booking_id, queue_id } = data as { booking_id: string; queue_id: string }
  const guest_id = reason === null ? newId('guest') : null
  const outcome = reason === null ? ('done' as const) : ('refused' as const)
  return newEvent(bookingCheckInHandled, {
    ...{ subject, sequence: 1, time: new Date() },
    origin: { organizationId: organizationId || organizationid, actor: 'staff', requestId: newId('request') },
    data: { check_in_id: subject, booking_id, queue_id, outcome, guest_id, reason },
  })
}

const shownWhen = (booking: Booking, isSo: (shown: Booking) => unknown): Promise<Booking> =>
  until('the outcome', async () => {
    const { body } = await api('GET', `/api/bookings/${booking.id}`)
    return Boolean(isSo(body)) && body
  })

describe('checking in a confirmed booking at its time', () => {
  test('sets checked_in_at and emits booking.checked_in with the customer, seats and times', async () => {
    const booking = await bookingNow()
    const queue_id = newId('queue')
    const { status, body } = await checkIn(booking, queue_id, { priority: 'vip' })
    expect(status).toBe(200)
    const { checked_in_at } = body
    expect(Date.parse(checked_in_at)).toBeGreaterThanOrEqual(Date.parse(booking.start))
    expect(body).toMatchObject({ queue_id, guest_id: null, check_in_error: null })
    const event = await firstAsked(booking)
    expect(event.data).toEqual({
      check_in_id: event.subject,
      booking_id: booking.id,
      queue_id,
      priority: 'vip',
      customer: booking.customer,
      seats: 1,
      service_type_id: booking.service_type_id,
      start: booking.start,
      end: booking.end,
    })
    const [updated] = await until('the update', () => {
      const found = told(booking, 'booking.updated')
      return found.length === 1 && found
    })
    expect(updated?.data).toMatchObject({ checked_in_at, queue_id, previous: null })
  })

  test('five simultaneous check-ins on two replicas emit booking.checked_in once', async () => {
    const booking = await bookingNow()
    const queue = newId('queue')
    const { url } = await harness.start()
    const other = harness.client({}, url)
    const answers = await Promise.all(
      [api, other, api, other, api].map((by) => checkIn(booking, queue, {}, by)),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(answers.map(({ headers }) => headers.get('etag'))).size).toBe(1)
    await harness.publish(outcomeOf(await firstAsked(booking), null))
    const { guest_id } = await shownWhen(booking, (shown) => shown.guest_id)
    expect((await checkIn(booking, queue)).body).toMatchObject({ guest_id })
    await until('the last event', () => told(booking, 'booking.updated').length === 2)
    expect(asked(booking)).toHaveLength(1)
  })

  test('answers 409 to a check-in to another queue', async () => {
    const booking = await bookingNow()
    await checkIn(booking, newId('queue'))
    const { status, body } = await checkIn(booking, newId('queue'))
    expect([status, body.code]).toEqual([409, 'invalid_transition'])
  })

  test('shows check_in_error after a refusal by the queue, and allows another queue', async () => {
    const booking = await bookingNow()
    await checkIn(booking, newId('queue'))
    const first = await firstAsked(booking)
    const refused = outcomeOf(first, 'queue_full')
    await harness.publish(refused)
    await shownWhen(booking, (shown) => shown.check_in_error === 'queue_full')

    const other = newId('queue')
    const again = await checkIn(booking, other)
    expect(again.body).toMatchObject({ queue_id: other, check_in_error: null })
    const second = await firstAsked(booking, 2)
    // What is told of the first attempt late, or twice, is not about the second.
    await harness.publish(refused, outcomeOf(first, null), outcomeOf(second, null))
    const shown = await shownWhen(booking, ({ guest_id }) => guest_id)
    expect(shown).toMatchObject({ queue_id: other, check_in_error: null })
    await until('the last event', () => told(booking, 'booking.updated').length === 4)
    expect(told(booking, 'booking.updated').map(({ sequence }) => sequence)).toEqual([2, 3, 4, 5])
  })

  test('applies an outcome once, and ignores one from another organisation', async () => {
    const booking = await bookingNow()
    await checkIn(booking, newId('queue'))
    const event = await firstAsked(booking)
    const done = outcomeOf(event, null)
    await harness.publish(outcomeOf(event, 'queue_full', newId('organization')), done, done)
    const shown = await shownWhen(booking, ({ guest_id }) => guest_id)
    expect(shown).toMatchObject({ guest_id: done.data.guest_id, check_in_error: null })
    await api('POST', `/api/bookings/${booking.id}/cancel`)
    await until('the last event', () => told(booking, 'booking.cancelled').length === 1)
    expect(told(booking, 'booking.updated')).toHaveLength(2)
  })

  test('keeps the cancellation and still records the guest when the queue answers later', async () => {
    const booking = await bookingNow()
    await checkIn(booking, newId('queue'))
    await api('POST', `/api/bookings/${booking.id}/cancel`)
    await harness.publish(outcomeOf(await firstAsked(booking), null))
    await shownWhen(booking, ({ guest_id, status }) => guest_id && status === 'cancelled')
    await until('the last event', () => told(booking, 'booking.updated').length === 2)
    expect(told(booking, 'booking.cancelled')).toHaveLength(1)
  })
})

describe('the limits of checking in a booking', () => {
  test('is possible up to two hours before and after the booking, and answers 409 a minute beyond', async () => {
    const early = await bookingIn(3)
    harness.clock.advance(Date.parse(early.start) - 2 * HOUR_MS - MINUTE_MS - harness.clock.now().getTime())
    expect((await checkIn(early, newId('queue'))).body.code).toBe('invalid_transition')
    harness.clock.advance(MINUTE_MS)
    expect((await checkIn(early, newId('queue'))).status).toBe(200)

    const late = await bookingIn(1)
    harness.clock.advance(Date.parse(late.end) + 2 * HOUR_MS + MINUTE_MS - harness.clock.now().getTime())
    expect((await checkIn(late, newId('queue'))).body.code).toBe('invalid_transition')
    harness.clock.advance(-2 * MINUTE_MS)
    expect((await checkIn(late, newId('queue'))).status).toBe(200)
  })

  test('answers 409 for a pending, cancelled or completed booking and emits nothing', async () => {
    const completed = await bookingNow()
    const done = await api('PATCH', `/api/bookings/${completed.id}`, { body: { status: 'completed' } })
    expect(done.status).toBe(200)
    const pending = await bookingIn(1, { requires_confirmation: true })
    const cancelled = await bookingIn(1)
    await api('POST', `/api/bookings/${cancelled.id}/cancel`)
    for (const booking of [pending, cancelled, completed]) {
      const { status, body } = await checkIn(booking, newId('queue'))
      expect([status, body.code]).toEqual([409, 'invalid_transition'])
      expect(asked(booking)).toEqual([])
    }
  })

  test('answers 412 to a stale ETag, 404 to another organisation and 400 to a malformed queue id', async () => {
    const booking = await bookingNow()
    const path = `/api/bookings/${booking.id}/check-in`
    const body = { queue_id: newId('queue') }
    const stale = await api('POST', path, { body, headers: { 'if-match': '"0"' } })
    expect(stale.body.code).toBe('precondition_failed')
    expect((await harness.otherOrganization()('POST', path, { body })).status).toBe(404)
    expect((await api('POST', path, { body: { queue_id: 'nonsense' } })).status).toBe(400)
    expect(asked(booking)).toEqual([])
  })
})
