import { describe, expect, test } from '@jest/globals'
import { at, bookingOf, givenBooking, givenServiceType, startHarness } from './harness.ts'

describe('given at most one booking of a customer on a day', () => {
  test('when a booking is given to a customer who has one, then it is refused', async () => {
    await using harness = await startHarness()
    const api = harness.client()
    const type = await givenServiceType(api, { max_per_customer_per_day: 1 })
    await givenBooking(api, bookingOf(type.id, at('09:00')))
    const bob = { name: 'Bob', email: 'bob@example.com' }
    const { id } = await givenBooking(api, bookingOf(type.id, at('10:00'), { customer: bob }))
    const change = (customer: object) => api('PATCH', `/api/bookings/${id}`, { body: { customer } })
    for (const taken of [{ phone: '+14155552671' }, { email: 'ADA@example.com' }]) {
      expect((await change({ ...bob, ...taken })).body.code).toBe('limit_reached')
    }
    const unknown = await change({ name: 'Bob' })
    expect(unknown.body.errors).toMatchObject([{ pointer: '/customer', code: 'unknown_customer' }])
    expect((await change({ ...bob, phone: '+14155550199' })).body.customer.phone).toBe('+14155550199')
  })

  test('when the limits are lowered afterwards, then what is booked can be changed as before', async () => {
    await using harness = await startHarness()
    const api = harness.client()
    const type = await givenServiceType(api)
    await givenBooking(api, bookingOf(type.id, at('09:00')))
    const booking = await givenBooking(api, bookingOf(type.id, at('10:00')))
    const limits = { max_per_day: 1, max_per_customer_per_day: 1 }
    await api('PATCH', `/api/service-types/${type.id}`, { body: limits })
    const { phone, email } = booking.customer
    const customer = { name: 'Ada Lovelace', phone, email }
    const body = { customer, start: at('11:00') }
    expect((await api('PATCH', `/api/bookings/${booking.id}`, { body })).status).toBe(200)
  })
})
