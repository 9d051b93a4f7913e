import { DAY_MS, MINUTE_MS } from '@usher/service-kit/durations'
import { until } from '@usher/test-kit'
import {
  ANN,
  accepted,
  aProvider,
  aServiceType,
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

const BOB = 'bob@example.test'

let all: TwoWay
beforeAll(async () => {
  all = await startTwoWay()
  all.google.createAccount(BOB, { timeZone: 'Europe/Berlin' })
})
afterAll(() => all[Symbol.asyncDispose]())

const patch = (id: string, body: object) => all.api('PATCH', `/api/bookings/${id}`, { body })

describe('bookings of a provider with a calendar', () => {
  test('are written once to a calendar connected later, without cancelled ones', async () => {
    const booking = await booked(all, at('09:00', 3))
    const cancelled = await booked(all, at('11:00', 3))
    await all.api('POST', `/api/bookings/${cancelled.id}/cancel`)
    await quiet(all)
    await linked(all)
    await quiet(all)
    expect(whereIs(all, booking)).toEqual({ start: booking.start, end: booking.end })
    expect(eventsOf(all, cancelled)).toEqual([])
    await cycle(all)
    expect(eventsOf(all, booking)).toHaveLength(1)
  })

  test('move from one calendar to the other when another provider takes over', async () => {
    const other = await aProvider(all.api)
    const type = await aServiceType(all.api, [all.providerId, other])
    await linked(all, other, BOB)
    const booking = await booked(all, at('09:00', 4), { service_type_id: type.id })
    await quiet(all)
    expect(whereIs(all, booking)).toMatchObject({ start: booking.start })
    expect((await patch(booking.id, { provider_id: other })).status).toBe(200)
    await quiet(all)
    expect(eventsOf(all, booking)).toEqual([])
    expect(whereIs(all, booking, BOB)).toEqual({ start: booking.start, end: booking.end })
    expect((await patch(booking.id, { provider_id: all.providerId })).status).toBe(200)
    await quiet(all)
    expect(eventsOf(all, booking, BOB)).toEqual([])
    expect(whereIs(all, booking)).toEqual({ start: booking.start, end: booking.end })
    expect(await bookingOf(all, booking)).toMatchObject({ status: 'confirmed' })
  })
})

describe('the event of a booking', () => {
  test.each([
    ['tzone://Microsoft/Custom', '09:00'],
    ['GMT+02:00', '10:00'],
  ])('moves its booking and cancels nothing in the zone "%s"', async (zone, time) => {
    await linked(all)
    const booking = await booked(all, at(time, 8))
    await quiet(all)
    const start = at('13:00', 8)
    const user = all.google.events(ANN)
    user.move(idOfEvent(all, booking), start)
    user.relabel(idOfEvent(all, booking), zone)
    await cycle(all)
    await quiet(all)
    expect(await bookingOf(all, booking)).toMatchObject({ status: 'confirmed', start })
    await all.api('POST', `/api/bookings/${booking.id}/cancel`)
  })
})

describe('access withdrawn at Google during changes', () => {
  test('loses no change of either side once the account is connected again', async () => {
    const moved = await booked(all, at('09:00', 5))
    const deleted = await booked(all, at('10:00', 5))
    const patched = await booked(all, at('11:00', 5))
    await quiet(all)
    all.google.revokeGrant(ANN)
    all.google.expireAccessTokens()
    const user = all.google.events(ANN)
    user.move(idOfEvent(all, moved), at('14:00', 5))
    user.delete(idOfEvent(all, deleted))
    const made = await booked(all, at('16:00', 5))
    await patch(patched.id, { start: at('12:00', 5) })
    const path = '/api/google-calendar/connections'
    const statusOf = async () =>
      (await all.calendarApi('GET', path)).body.data.find(
        ({ account_email }: { account_email: string }) => account_email === ANN,
      ).status
    await until('the refusal', async () => (await statusOf()) === 'needs_reauth')
    // Parked work is looked at again and parked again, without asking Google.
    await all.service.jobs.sync.drain()
    all.google.requests.clear()
    all.clock.advance(11 * MINUTE_MS)
    await all.service.jobs.sync.drain()
    const asked = all.google.requests.requests.filter(({ path: one }) =>
      one.includes(encodeURIComponent(ANN)),
    )
    expect(asked).toEqual([])
    expect(await bookingOf(all, deleted)).toMatchObject({ status: 'confirmed' })
    expect(whereIs(all, made)).toBeNull()

    await linked(all)
    await quiet(all)
    expect(await statusOf()).toBe('active')
    expect(await bookingOf(all, moved)).toMatchObject({ start: at('14:00', 5) })
    expect(await bookingOf(all, deleted)).toMatchObject({ status: 'cancelled' })
    expect(whereIs(all, made)).toMatchObject({ start: at('16:00', 5) })
    expect(whereIs(all, patched)).toMatchObject({ start: at('12:00', 5) })
  })
})

describe('the event of a past booking', () => {
  test('stays when settings change after the copy of its booking was deleted', async () => {
    const booking = await booked(all, at('09:00', 9))
    await quiet(all)
    all.clock.advance(Date.parse(booking.end) + 2 * DAY_MS - all.clock.now().getTime())
    const { connection } = all.service.context
    await connection.collection<{ _id: string }>('bookings').deleteOne({ _id: booking.id })
    const path = '/api/google-calendar/connections'
    const { body } = await all.calendarApi('GET', path)
    for (const { id } of body.data)
      await accepted(all.calendarApi('PATCH', `${path}/${id}`, { body: { busy_invitations: 'answered' } }))
    await all.service.jobs.sync.drain()
    expect(whereIs(all, booking)).toEqual({ start: booking.start, end: booking.end })
  })
})
