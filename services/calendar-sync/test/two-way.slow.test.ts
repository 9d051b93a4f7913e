import { newId } from '@usher/service-kit'
import { until } from '@usher/test-kit'
import type { CalendarRecord } from '../src/sync/records/calendar-record.ts'
import type { ConflictRecord } from '../src/sync/records/conflict-store.ts'
import {
  ANN,
  accepted,
  at,
  booked,
  bookingOf,
  cycle,
  eventsOf,
  idOfEvent,
  linked,
  quiet,
  startTwoWay,
  type TwoWay,
  whereIs,
} from './two-way.ts'

let all: TwoWay
beforeAll(async () => {
  all = await startTwoWay()
  await linked(all)
})
afterAll(() => all[Symbol.asyncDispose]())

const patch = (id: string, body: object) => accepted(all.api('PATCH', `/api/bookings/${id}`, { body }))
const cancel = (id: string) => accepted(all.api('POST', `/api/bookings/${id}/cancel`))
const user = () => all.google.events(ANN)

/** Another day for each test: they share one provider. */
let day = 2
function nextDay() {
  day += 1
  const mine = day
  return (time: string) => at(time, mine)
}

/** A booking at nine with its event, on a day of its own. */
async function given(body: object = {}) {
  const on = nextDay()
  const booking = await booked(all, on('09:00'), body)
  await quiet(all)
  return { on, booking }
}

/** Does something while nobody looks. */
async function meanwhile(what: () => unknown) {
  await all.stop()
  await what()
  await all.begin()
  await cycle(all)
}

const conflictsOf = async ({ id }: { id: string }) =>
  (
    await all.service.context.connection
      .collection<ConflictRecord>('conflicts')
      .find({ booking_id: id })
      .toArray()
  ).map(({ kind, code }) => [kind, code])

describe('a connected calendar', () => {
  test('has an event for each booking, which is moved and deleted with it', async () => {
    const { on, booking } = await given({ notes: 'First visit' })
    const [event] = eventsOf(all, booking)
    expect(event?.fields.summary).toBe('Haircut: Ada')
    expect(String(event?.fields.description)).toContain('First visit')
    expect(whereIs(all, booking)).toEqual({ start: on('09:00'), end: on('09:30') })
    await patch(booking.id, { start: on('10:00') })
    await quiet(all)
    expect(whereIs(all, booking)).toEqual({ start: on('10:00'), end: on('10:30') })
    await cancel(booking.id)
    await quiet(all)
    expect(whereIs(all, booking)).toBeNull()
  })

  test('moves the booking by push when its event is moved, without writing the event again', async () => {
    const { on, booking } = await given()
    const patches = () => all.google.requests.requests.filter(({ method }) => method === 'PATCH').length
    const before = patches()
    user().move(idOfEvent(all, booking), on('11:00'))
    await until('the booking', async () => (await bookingOf(all, booking)).start === on('11:00'))
    await quiet(all)
    expect(whereIs(all, booking)).toEqual({ start: on('11:00'), end: on('11:30') })
    expect(patches()).toBe(before)
  })

  test('puts an event back that was moved onto another booking, and notes the refusal', async () => {
    const { on, booking } = await given()
    await booked(all, on('11:00'))
    await quiet(all)
    user().move(idOfEvent(all, booking), on('11:00'))
    await cycle(all)
    expect(await bookingOf(all, booking)).toMatchObject({ start: on('09:00') })
    expect(whereIs(all, booking)).toMatchObject({ start: on('09:00') })
    expect(await conflictsOf(booking)).toEqual([['move_refused', 'booked']])
  })

  test("keeps the booking's time when both were moved, and notes the conflict", async () => {
    const { on, booking } = await given()
    await meanwhile(async () => {
      user().move(idOfEvent(all, booking), on('11:00'))
      await patch(booking.id, { start: on('10:00') })
    })
    expect(whereIs(all, booking)).toMatchObject({ start: on('10:00') })
    expect(await bookingOf(all, booking)).toMatchObject({ start: on('10:00') })
    expect(await conflictsOf(booking)).toEqual([['both_moved', null]])
  })

  test('keeps an edited title until the details of the booking change', async () => {
    const { on, booking } = await given()
    user().retitle(idOfEvent(all, booking), 'My own words')
    await cycle(all)
    await patch(booking.id, { start: on('10:00') })
    await quiet(all)
    expect(eventsOf(all, booking)[0]?.fields.summary).toBe('My own words')
    await patch(booking.id, { customer: { name: 'Grace' } })
    await quiet(all)
    expect(eventsOf(all, booking)[0]?.fields.summary).toBe('Haircut: Grace')
  })

  test('cancels the booking when its event is deleted, with google_calendar as the actor', async () => {
    const { booking } = await given()
    user().delete(idOfEvent(all, booking))
    await cycle(all)
    const expected = { status: 'cancelled', cancel_reason: 'provider_calendar' }
    expect(await bookingOf(all, booking)).toMatchObject(expected)
    const told = await until('the event', () => all.events.of(booking.id)[1])
    expect(told).toMatchObject({ type: 'booking.cancelled', actor: 'google_calendar' })
  })

  test('keeps a booking cancelled although its event was moved', async () => {
    const { on, booking } = await given()
    await meanwhile(async () => {
      user().move(idOfEvent(all, booking), on('11:00'))
      await cancel(booking.id)
    })
    expect(whereIs(all, booking)).toBeNull()
    expect(await bookingOf(all, booking)).toMatchObject({ status: 'cancelled', cancel_reason: null })
  })

  test('puts an event stretched over the whole day back to its time', async () => {
    const { on, booking } = await given()
    const [date = ''] = on('09:00').split('T')
    const next = new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)
    user().move(idOfEvent(all, booking), date, next)
    await cycle(all)
    expect(whereIs(all, booking)).toEqual({ start: on('09:00'), end: on('09:30') })
  })

  test('blocks the time of another event, and flags a booking under it until that event is deleted', async () => {
    const { on, booking } = await given()
    const event = user().insert({ start: { dateTime: on('09:00') }, end: { dateTime: on('10:00') } })
    const free = async () => {
      const range = `from=${on('09:00')}&to=${on('10:30')}`
      const { body } = await all.api('GET', `/api/availability?service_type_id=${all.type.id}&${range}`)
      return body.data.map(({ start }: { start: string }) => start)
    }
    await until('the calendar', async () => (await free()).join() === on('10:00'))
    await quiet(all)
    expect(await bookingOf(all, booking)).toMatchObject({ status: 'confirmed', start: on('09:00') })
    expect(await conflictsOf(booking)).toEqual([['overlap', null]])
    user().delete(event.id)
    await until(
      'the time to be free',
      async () => (await free()).join() === [on('09:30'), on('10:00')].join(),
    )
    await until('the flag to be gone', async () => (await conflictsOf(booking)).length === 0)
  })
})

describe('Google push messages', () => {
  const tell = async (headers: Record<string, string>) =>
    (await fetch(`${all.config.publicUrl}/callbacks/google-calendar`, { method: 'POST', headers })).status

  /** Messages of what former tests changed have come, too, and have been followed. */
  const settled = async () => {
    await all.google.deliverPushes()
    await quiet(all)
  }

  test('without a valid channel token answer 404 and read nothing', async () => {
    const [calendar] = await all.service.context.connection
      .collection<CalendarRecord>('calendars')
      .find()
      .toArray()
    const channel = calendar?.channels[0]
    expect(channel?.resource_id).toEqual(expect.any(String))
    const known = { 'x-goog-channel-id': channel?.id ?? '', 'x-goog-resource-id': channel?.resource_id ?? '' }
    await settled()
    const before = all.google.requests.requests.length
    for (const given of [{}, known, { ...known, 'x-goog-channel-token': newId('request') }]) {
      expect(await tell({ ...given, 'x-goog-resource-state': 'exists' })).toBe(404)
    }
    await settled()
    expect(all.google.requests.requests).toHaveLength(before)
  })
})
