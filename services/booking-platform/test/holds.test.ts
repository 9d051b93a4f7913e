import { MINUTE_MS } from '@usher/service-kit/durations'
import { accepted, at, bookingOf, givenBooking, givenServiceType, shareHarness } from './harness.ts'

const shared = shareHarness()

const CUSTOMER = { name: 'Ada', phone: '+14155552671' }

describe('a held time', () => {
  test('is taken for others, and is confirmed when booked by its hold, once', async () => {
    const harness = await shared()
    const api = harness.client()
    const type = await givenServiceType(api)
    const held = await api('POST', '/api/booking-holds', {
      body: { service_type_id: type.id, start: at('09:00'), minutes: 5 },
    })
    expect(held.status).toBe(201)
    expect(held.body).toMatchObject({ start: at('09:00'), end: at('09:30'), seats: 1 })
    const other = await api('POST', '/api/bookings', { body: bookingOf(type.id, at('09:00')) })
    expect(other.body.code).toBe('slot_unavailable')
    const booking = await givenBooking(api, { hold_id: held.body.id, customer: CUSTOMER })
    expect(booking).toMatchObject({ status: 'confirmed', start: at('09:00') })
    const again = await api('POST', '/api/bookings', { body: { hold_id: held.body.id, customer: CUSTOMER } })
    expect(again.status).toBe(404)
    harness.clock.advance(10 * MINUTE_MS)
    const later = await api('POST', '/api/bookings', { body: bookingOf(type.id, at('09:00')) })
    expect(later.status).toBe(409)
  })

  test('is free after the hold expires, and booking by the hold answers hold_expired', async () => {
    const harness = await shared()
    const api = harness.client()
    const type = await givenServiceType(api)
    const body = { service_type_id: type.id, start: at('09:00'), minutes: 5 }
    const hold = await accepted(api('POST', '/api/booking-holds', { body }))
    const path = `/api/availability?service_type_id=${type.id}&from=${at('09:00')}&to=${at('09:30')}`
    expect((await api('GET', path)).body.data).toEqual([])
    harness.clock.advance(5 * MINUTE_MS)
    expect((await api('GET', path)).body.data).toHaveLength(1)
    const late = await api('POST', '/api/bookings', { body: { hold_id: hold.id, customer: CUSTOMER } })
    expect(late.body.code).toBe('hold_expired')
    expect((await givenBooking(api, bookingOf(type.id, at('09:00')))).status).toBe('confirmed')
  })

  test('is free at once after the hold is released', async () => {
    const harness = await shared()
    const api = harness.client()
    const type = await givenServiceType(api)
    const body = { service_type_id: type.id, start: at('09:00') }
    const hold = await accepted(api('POST', '/api/booking-holds', { body }))
    expect((await api('DELETE', `/api/booking-holds/${hold.id}`)).status).toBe(204)
    expect((await api('DELETE', `/api/booking-holds/${hold.id}`)).status).toBe(404)
    expect((await givenBooking(api, bookingOf(type.id, at('09:00')))).status).toBe('confirmed')
  })

  test('can be held and released by the former path, too', async () => {
    const harness = await shared()
    const api = harness.client()
    const type = await givenServiceType(api)
    const body = { service_type_id: type.id, start: at('09:00') }
    const { id } = await accepted(api('POST', '/api/bookings/holds', { body }))
    expect((await api('DELETE', `/api/bookings/holds/${id}`)).status).toBe(204)
    expect((await api('DELETE', `/api/booking-holds/${id}`)).status).toBe(404)
  })

  test('answers 404 to another organisation that books or releases the hold', async () => {
    const harness = await shared()
    const [api, other] = [harness.client(), harness.otherOrganization()]
    const type = await givenServiceType(api)
    const body = { service_type_id: type.id, start: at('09:00') }
    const { id: hold_id } = await accepted(api('POST', '/api/booking-holds', { body }))
    const booked = await other('POST', '/api/bookings', { body: { hold_id, customer: CUSTOMER } })
    const released = await other('DELETE', `/api/booking-holds/${hold_id}`)
    expect([booked, released].map(({ body }) => [body.code, body.detail])).toEqual(
      Array(2).fill(['not_found', expect.stringContaining('hold')]),
    )
    expect((await givenBooking(api, { hold_id, customer: CUSTOMER })).status).toBe('confirmed')
  })

  test('refuses more seats than are held, and allows fewer', async () => {
    const harness = await shared()
    const api = harness.client()
    const type = await givenServiceType(api, { capacity: 5 })
    const body = { service_type_id: type.id, start: at('09:00'), seats: 2 }
    const { id: hold_id } = await accepted(api('POST', '/api/booking-holds', { body }))
    const more = await api('POST', '/api/bookings', { body: { hold_id, customer: CUSTOMER, seats: 3 } })
    expect(more.status).toBe(400)
    expect(more.body.errors).toMatchObject([{ pointer: '/seats' }])
    expect((await givenBooking(api, { hold_id, customer: CUSTOMER, seats: 1 })).seats).toBe(1)
  })

  test('one of 30 simultaneous bookings by the same hold succeeds', async () => {
    const harness = await shared()
    const api = harness.client()
    const other = harness.client({}, (await harness.start()).url)
    const type = await givenServiceType(api)
    const body = { service_type_id: type.id, start: at('09:00') }
    const { id: hold_id } = await accepted(api('POST', '/api/booking-holds', { body }))
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        (i % 2 ? api : other)('POST', '/api/bookings', { body: { hold_id, customer: CUSTOMER } }),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect((await api('GET', '/api/bookings')).body.data).toHaveLength(1)
  })
})
