import type { Slot } from '@usher/contracts'
import {
  accepted,
  at,
  bookingOf,
  givenBooking,
  givenProvider,
  givenServiceType,
  shareHarness,
  startHarness,
} from './harness.ts'

const shared = shareHarness()

describe('a limit of one booking a day for a customer', () => {
  test('refuses to give a booking to a customer who already has one that day', async () => {
    const harness = await shared()
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

  test('leaves existing bookings changeable after the limits are lowered', async () => {
    const harness = await shared()
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

describe('a day with its maximum of bookings', () => {
  test('has no free times until a booking is cancelled, and answers day_full', async () => {
    const harness = await shared()
    const api = harness.client()
    // Midnight of the provider is 18:15 in UTC.
    const provider = await givenProvider(api, { timezone: 'Asia/Kathmandu' })
    const type = await givenServiceType(api, { provider_ids: [provider.id], max_per_day: 1 })
    const path = `/api/availability?service_type_id=${type.id}&from=${at('17:15')}&to=${at('19:15')}`
    const starts = async () => (await accepted(api('GET', path))).data.map(({ start }: Slot) => start)
    const all = ['17:15', '17:45', '18:15', '18:45'].map((time) => at(time))
    expect(await starts()).toEqual(all)
    const { id } = await givenBooking(api, bookingOf(type.id, at('17:15')))
    expect(await starts()).toEqual([at('18:15'), at('18:45')])
    const first = await api('GET', `/api/availability/first?service_type_id=${type.id}&from=${at('17:15')}`)
    expect(first.body.data.start).toBe(at('18:15'))
    const explain = `/api/availability/explain?service_type_id=${type.id}&start=${at('17:45')}`
    expect((await api('GET', explain)).body.providers).toMatchObject([{ rules: ['day_full'] }])
    const start = at('17:45')
    for (const [to, body] of [
      ['/api/bookings', bookingOf(type.id, start)],
      ['/api/booking-holds', { service_type_id: type.id, start }],
    ] as const) {
      const refused = await api('POST', to, { body })
      expect(refused.body).toMatchObject({ code: 'slot_unavailable', errors: [{ code: 'day_full' }] })
      expect(refused.body.alternatives[0].start).toBe(at('18:15'))
    }
    const moved = await api('PATCH', `/api/bookings/${id}`, { body: { start } })
    expect(moved.body.start).toBe(start)
    await api('POST', `/api/bookings/${id}/cancel`)
    expect(await starts()).toEqual(all)
  })
})

describe('held times on a day limited to two bookings', () => {
  const hold = (service_type_id: string, start: string, body: object = {}) => ({
    ...{ service_type_id, start, minutes: 5 },
    ...body,
  })

  test('fill the day until they expire, and become bookings themselves', async () => {
    const harness = await shared()
    const api = harness.client()
    const type = await givenServiceType(api, { max_per_day: 2 })
    await givenBooking(api, bookingOf(type.id, at('09:00')))
    const held = await accepted(api('POST', '/api/booking-holds', { body: hold(type.id, at('10:00')) }))
    const path = `/api/availability?service_type_id=${type.id}&from=${at('11:00')}&to=${at('12:00')}`
    const free = async () => (await accepted(api('GET', path))).data.length
    expect(await free()).toBe(0)
    for (const [to, body] of [
      ['/api/bookings', bookingOf(type.id, at('11:00'))],
      ['/api/booking-holds', hold(type.id, at('11:00'))],
    ] as const) {
      expect((await api('POST', to, { body })).body.errors).toMatchObject([{ code: 'day_full' }])
    }
    harness.clock.advance(5 * 60_000)
    expect(await free()).toBe(2)
    const late = await api('POST', '/api/bookings', { body: { hold_id: held.id, customer: { name: 'Ada' } } })
    expect(late.body.code).toBe('hold_expired')
    const { id: hold_id } = await accepted(
      api('POST', '/api/booking-holds', { body: hold(type.id, at('11:00')) }),
    )
    const { id } = await givenBooking(api, { hold_id, customer: { name: 'Ada' } })
    expect(await free()).toBe(0)
    await api('POST', `/api/bookings/${id}/cancel`)
    expect(await free()).toBe(2)
  })

  test('two of 24 simultaneous holds and bookings succeed, across providers and replicas', async () => {
    await using harness = await startHarness()
    const api = harness.client()
    const clients = [api, harness.client({}, (await harness.start()).url)]
    const provider_ids: string[] = []
    for (let i = 0; i < 6; i += 1) provider_ids.push((await givenProvider(api)).id)
    const type = await givenServiceType(api, { provider_ids, max_per_day: 2 })
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, i) => {
        const body = { provider_id: provider_ids[i % 6] }
        const client = clients[i % 2] ?? api
        return i % 3
          ? client('POST', '/api/booking-holds', { body: hold(type.id, at('09:00'), body) })
          : client('POST', '/api/bookings', { body: bookingOf(type.id, at('09:00'), body) })
      }),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(22)
  })
})
