import type { Slot } from '@usher/contracts'
import { DAY_MS, HOUR_MS } from '@usher/service-kit/durations'
import { dumpOf, lastSundayOf, until } from '@usher/test-kit'
import {
  at,
  bookingOf,
  givenBooking,
  givenProvider,
  givenServiceType,
  type Harness,
  shareHarness,
  startHarness,
} from './harness.ts'
import { stranger } from './online-values.ts'

const shared = shareHarness()

async function givenLink(harness: Harness) {
  const api = harness.client()
  const type = await givenServiceType(api)
  const booking = await givenBooking(api, bookingOf(type.id, at('09:00'), { notes: 'Allergic' }))
  const token = booking.manage_url.slice(booking.manage_url.lastIndexOf('/') + 1)
  return {
    ...{ harness, api, type, booking, token, open: stranger(harness) },
    path: `/public/bookings/${token}`,
  }
}

describe('attack: a copy of the database', () => {
  test('holds no booking link once the event is published', async () => {
    await using harness = await startHarness()
    const own = await givenLink(harness)
    const dump = await until('the event to be published', async () => {
      const text = await dumpOf(harness.config.mongoUrl)
      return !text.includes(own.token) && text
    })
    expect(dump).toContain(own.booking.id)
  })
})

describe('the link of a booking', () => {
  test('shows the booking without notes, phone number and internal ids', async () => {
    const own = await givenLink(await shared())
    const { body } = await own.open('GET', own.path)
    expect(body).toMatchObject({ name: 'Ada', service_name: 'Haircut', start: at('09:00') })
    expect(JSON.stringify(body)).not.toMatch(/Allergic|4155552671|bk_/)
  })

  test('moves the booking, or offers three other times when the new one is taken', async () => {
    const own = await givenLink(await shared())
    await givenBooking(own.api, bookingOf(own.type.id, at('10:00')))
    const taken = await own.open('POST', `${own.path}/move`, { body: { start: at('10:00') } })
    expect(taken.body).toMatchObject({ code: 'slot_unavailable' })
    expect(taken.body.alternatives).toHaveLength(3)
    const moved = await own.open('POST', `${own.path}/move`, { body: { start: at('11:00') } })
    expect(moved.body).toMatchObject({ start: at('11:00'), status: 'confirmed' })
  })

  test('answers rate_limited to a sixth move within an hour, and can still cancel', async () => {
    const own = await givenLink(await shared())
    const moveTo = (time: string) => own.open('POST', `${own.path}/move`, { body: { start: at(time) } })
    const codes = []
    for (let count = 0; count < 6; count += 1) {
      const { status, body } = await moveTo(count % 2 ? '10:00' : '11:00')
      codes.push(body.code ?? status)
    }
    expect(codes).toEqual([...Array(5).fill(200), 'rate_limited'])
    const cancelled = await own.open('POST', `${own.path}/cancel`)
    expect(cancelled.body.status).toBe('cancelled')
  })

  test('cancels the booking once', async () => {
    const own = await givenLink(await shared())
    const cancelled = await own.open('POST', `${own.path}/cancel`, { body: { reason: 'Ill' } })
    expect(cancelled.body).toMatchObject({ status: 'cancelled', cancel_reason: 'Ill' })
    const again = await own.open('POST', `${own.path}/cancel`)
    expect(again.body.code).toBe('invalid_transition')
    const { body } = await own.api('GET', `/api/bookings/${own.booking.id}`)
    expect(body.status).toBe('cancelled')
  })

  test('answers 409 to moving and cancelling after the start, while staff still can', async () => {
    await using harness = await startHarness()
    const own = await givenLink(harness)
    harness.clock.advance(Date.parse(own.booking.start) - harness.clock.now().getTime())
    const moved = await own.open('POST', `${own.path}/move`, { body: { start: at('11:00', 4) } })
    const cancelled = await own.open('POST', `${own.path}/cancel`)
    expect([moved, cancelled].map(({ status, body }) => [status, body.code])).toEqual([
      [409, 'invalid_transition'],
      [409, 'invalid_transition'],
    ])
    const path = `/api/bookings/${own.booking.id}`
    const byStaff = await own.api('PATCH', path, { body: { start: at('11:00', 4) } })
    expect(byStaff.body.start).toBe(at('11:00', 4))
    expect((await own.api('POST', `${path}/cancel`)).body.status).toBe('cancelled')
  })

  test('serves the booking as an iCalendar event', async () => {
    const own = await givenLink(await shared())
    const { headers, body } = await own.open('GET', `${own.path}/calendar`)
    expect(headers.get('content-type')).toContain('text/calendar')
    const compact = (time: string) => time.replaceAll(/[-:]|\.000/g, '')
    for (const part of [
      'BEGIN:VCALENDAR',
      `UID:${own.booking.id}`,
      `DTSTART:${compact(at('09:00'))}`,
      `DTEND:${compact(at('09:30'))}`,
      'STATUS:CONFIRMED',
      'SEQUENCE:1',
    ]) {
      expect(body).toContain(part)
    }
  })

  test('answers 404 when a character of the token is wrong', async () => {
    const own = await givenLink(await shared())
    const last = own.token.at(-2) === 'A' ? 'B' : 'A'
    for (const token of [`${own.token.slice(0, -2)}${last}${own.token.at(-1)}`, own.booking.id, 'x']) {
      expect((await own.open('GET', `/public/bookings/${token}`)).status).toBe(404)
    }
  })
})

describe('the times to which a customer can move a booking', () => {
  const timesAt = (from: string, to: string) => `/times?from=${from}&to=${to}`

  test("include the booking's own time and exclude times of other bookings", async () => {
    const own = await givenLink(await shared())
    await givenBooking(own.api, bookingOf(own.type.id, at('10:00')))
    const answer = await own.open('GET', own.path + timesAt(at('09:00'), at('11:00')))
    expect(answer.body.data).toEqual(
      [
        ['09:00', '09:30'],
        ['09:30', '10:00'],
        ['10:30', '11:00'],
      ].map(([start = '', end = '']) => ({ start: at(start), end: at(end), seats_left: 1 })),
    )
    expect(JSON.stringify(answer.body)).not.toContain(own.booking.provider_id)
    const [last] = answer.body.data.slice(-1)
    const moved = await own.open('POST', `${own.path}/move`, { body: { start: last.start } })
    expect(moved.body).toMatchObject({ start: last.start })
  })

  test("fit the booking's seats, duration and daily limits", async () => {
    const own = await givenLink(await shared())
    const { api, type } = own
    const limits = { capacity: 3, duration_options: [60], max_per_day: 2, max_per_customer_per_day: 1 }
    await api('PATCH', `/api/service-types/${type.id}`, { body: limits })
    await api('PATCH', `/api/bookings/${own.booking.id}`, { body: { seats: 2, duration_minutes: 60 } })
    const bob = { customer: { name: 'Bob', email: 'bob@example.com' } }
    await givenBooking(api, bookingOf(type.id, at('11:00'), { ...bob, duration_minutes: 60, seats: 2 }))
    const day = await own.open('GET', own.path + timesAt(at('10:00'), at('13:00')))
    expect(day.body.data.map(({ start }: Slot) => start)).toEqual([at('10:00'), at('12:00'), at('12:30')])
    await givenBooking(api, bookingOf(type.id, at('09:00', 3)))
    const other = own.path + timesAt(at('00:00', 3), at('00:00', 4))
    expect((await own.open('GET', other)).body.data).toEqual([])
    const refused = await own.open('POST', `${own.path}/move`, { body: { start: at('12:00', 3) } })
    expect(refused.body.code).toBe('limit_reached')
  })

  test("dates are days of the provider's time zone, across a clock change", async () => {
    await using harness = await startHarness()
    const own = await givenLink(harness)
    const sunday = Date.parse(lastSundayOf(3))
    const near = (days: number, hour = 0) => new Date(sunday + days * DAY_MS + hour * HOUR_MS).toISOString()
    harness.clock.advance(Date.parse(near(-8)) - harness.clock.now().getTime())
    const provider = await givenProvider(own.api, { timezone: 'Europe/Berlin' })
    const type = await givenServiceType(own.api, { provider_ids: [provider.id], duration_minutes: 60 })
    const { manage_url } = await givenBooking(own.api, bookingOf(type.id, near(1, 10)))
    const path = `/public/bookings/${manage_url.slice(manage_url.lastIndexOf('/') + 1)}`
    const { body } = await own.open('GET', path + timesAt(near(0).slice(0, 10), near(1).slice(0, 10)))
    expect(body.data).toHaveLength(23)
    expect([body.data[0].start, body.data.at(-1).start]).toEqual([near(-1, 23), near(0, 21)])
  })

  test('are refused for a long range, after the start and after a cancellation', async () => {
    await using harness = await startHarness()
    const own = await givenLink(harness)
    const long = await own.open('GET', own.path + timesAt(at('09:00'), at('10:00', 34)))
    expect(long.body).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '?from', code: 'range_too_long' }],
    })
    const wrong = await own.open('GET', `/public/bookings/x${timesAt(at('09:00'), at('10:00'))}`)
    expect(wrong.status).toBe(404)
    const times = own.path + timesAt(at('09:00', 3), at('10:00', 3))
    await own.api('PATCH', `/api/service-types/${own.type.id}`, { body: { active: false } })
    expect((await own.open('GET', times)).body.data).toEqual([])
    harness.clock.advance(Date.parse(own.booking.start) - harness.clock.now().getTime())
    expect((await own.open('GET', times)).body.code).toBe('invalid_transition')
    await own.api('POST', `/api/bookings/${own.booking.id}/cancel`)
    expect((await own.open('GET', times)).body.code).toBe('invalid_transition')
  })
})
