import {
  type Booking,
  bookingCalendarChangeHandled,
  type CloudEvent,
  calendarBookingChangeRequested,
  type DataOf,
} from '@usher/contracts'
import { newEvent, newId } from '@usher/service-kit'
import { type Client, goldenEvents, until } from '@usher/test-kit'
import { at, bookingOf, givenBooking, givenServiceType, startHarness } from './harness.ts'

type Change = DataOf<typeof calendarBookingChangeRequested>['change']

let harness: Awaited<ReturnType<typeof startHarness>>
let api: Client
beforeAll(async () => {
  harness = await startHarness()
  api = harness.client()
})
afterAll(() => harness[Symbol.asyncDispose]())

const booked = async (body: object = {}) =>
  await givenBooking(api, bookingOf((await givenServiceType(api, body)).id, at('09:00')))

const moveTo = (start: string, end: string): Change => ({ kind: 'reschedule', start, end })
const CANCEL: Change = { kind: 'cancel', reason: 'provider_calendar' }

function requested({ id, provider_id, start, end }: Booking, change: Change, given: object = {}): CloudEvent {
  const change_id = newId('calendarChange')
  const origin = {
    organizationId: harness.organizationId,
    actor: 'google_calendar',
    requestId: newId('request'),
  }
  const data = { change_id, booking_id: id, provider_id, change, expected: { start, end }, ...given }
  return newEvent(calendarBookingChangeRequested, {
    subject: change_id,
    sequence: 1,
    time: new Date(),
    origin,
    data,
  })
}

const answersTo = ({ subject }: CloudEvent) =>
  harness.events.of(subject).filter(({ type }) => type === bookingCalendarChangeHandled.type)

async function ask(event: CloudEvent) {
  await harness.publish(event)
  const told = await until('the answer', () => answersTo(event)[0])
  return bookingCalendarChangeHandled.data.parse(told.data)
}

const shown = async ({ id }: Booking): Promise<Booking> => (await api('GET', `/api/bookings/${id}`)).body

describe("a change to a booking's event in a provider's calendar", () => {
  test('moving the event to a free time moves the booking, with google_calendar as the actor', async () => {
    const booking = await booked()
    const to = { start: at('10:00'), end: at('10:30') }
    const answer = await ask(requested(booking, moveTo(to.start, to.end)))
    expect(answer).toMatchObject({ outcome: 'applied', booking: { ...to, revision: 2, status: 'confirmed' } })
    expect(await shown(booking)).toMatchObject(to)
    const told = await until('the event', () => harness.events.of(booking.id)[1])
    expect(told).toMatchObject({ type: 'booking.updated', actor: 'google_calendar' })
  })

  test('moving it to a taken or unoffered time is refused with the rule, and the booking stays', async () => {
    const booking = await booked()
    await givenBooking(api, bookingOf(booking.service_type_id, at('10:00')))
    const taken = await ask(requested(booking, moveTo(at('10:00'), at('10:30'))))
    expect(taken).toMatchObject({
      outcome: 'refused',
      code: 'booked',
      booking: { start: at('09:00'), revision: 1 },
    })
    const longer = await ask(requested(booking, moveTo(at('09:00'), at('10:00'))))
    expect(longer.outcome).toBe('refused')
    expect(await shown(booking)).toMatchObject({ start: at('09:00'), end: at('09:30') })
  })

  test('deleting it cancels the booking, and a repeated deletion changes nothing', async () => {
    const booking = await booked()
    const event = requested(booking, CANCEL)
    expect(await ask(event)).toMatchObject({ outcome: 'applied', booking: { status: 'cancelled' } })
    expect(await shown(booking)).toMatchObject({ status: 'cancelled', cancel_reason: 'provider_calendar' })
    await harness.publish(event)
    expect(await ask(requested(booking, CANCEL))).toMatchObject({ outcome: 'unchanged' })
    expect(answersTo(event)).toHaveLength(1)
    expect(await ask(requested(booking, moveTo(at('10:00'), at('10:30'))))).toMatchObject({
      outcome: 'stale',
    })
  })

  test('moving it is stale after the booking was moved in Usher, deleting it still cancels', async () => {
    const booking = await booked()
    await api('PATCH', `/api/bookings/${booking.id}`, { body: { start: at('12:00') } })
    expect(await ask(requested(booking, moveTo(at('10:00'), at('10:30'))))).toMatchObject({
      outcome: 'stale',
      booking: { start: at('12:00'), revision: 2 },
    })
    expect(await ask(requested(booking, moveTo(at('12:00'), at('12:30'))))).toMatchObject({
      outcome: 'unchanged',
    })
    expect(await ask(requested(booking, CANCEL))).toMatchObject({ outcome: 'applied' })
  })

  test("a request for another organisation or another provider's calendar changes nothing", async () => {
    const booking = await booked()
    const event = { ...requested(booking, CANCEL), organizationid: newId('organization') }
    expect(await ask(event)).toMatchObject({ outcome: 'refused', code: 'not_found', booking: null })
    const provider_id = newId('provider')
    expect(await ask(requested(booking, CANCEL, { provider_id }))).toMatchObject({ outcome: 'stale' })
    expect((await shown(booking)).status).toBe('confirmed')
  })

  test('one of two events moved to the same free time at once is applied', async () => {
    const type = await givenServiceType(api)
    const two = await Promise.all(
      [at('09:00'), at('09:30')].map((start) => givenBooking(api, bookingOf(type.id, start))),
    )
    const outcomes = await Promise.all(
      two.map((one) => ask(requested(one, moveTo(at('11:00'), at('11:30'))))),
    )
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['applied', 'refused'])
  })

  test('requests and answers have the fields of their golden events', async () => {
    const golden = goldenEvents()
    const asked = golden.find(({ type }) => type === calendarBookingChangeRequested.type)
    expect(calendarBookingChangeRequested.data.parse(asked?.data)).toEqual(asked?.data)
    const answer = await ask(requested(await booked(), CANCEL))
    const told = golden.find(({ type }) => type === bookingCalendarChangeHandled.type)
    expect(Object.keys(answer)).toEqual(Object.keys(told?.data ?? {}))
    expect(Object.keys(answer.booking ?? {})).toEqual(Object.keys((told?.data.booking as object) ?? {}))
  })
})
