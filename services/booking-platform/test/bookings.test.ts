import { until } from '@usher/test-kit'
import {
  accepted,
  at,
  bookingOf,
  givenBooking,
  givenProvider,
  givenServiceType,
  shareHarness,
} from './harness.ts'

const shared = shareHarness()

describe('bookings for any of several providers', () => {
  test('are shared evenly over days, holds and series', async () => {
    const api = (await shared()).client()
    const provider_ids = [await givenProvider(api), await givenProvider(api), await givenProvider(api)].map(
      ({ id }) => id,
    )
    const type = await givenServiceType(api, { provider_ids })
    const counts = new Map<string, number>()
    const count = ({ provider_id }: { provider_id: string }) =>
      counts.set(provider_id, (counts.get(provider_id) ?? 0) + 1)
    for (let day = 2; day < 12; day += 1) count(await givenBooking(api, bookingOf(type.id, at('09:00', day))))
    for (let day = 12; day < 22; day += 1) {
      const wanted = { service_type_id: type.id, start: at('09:00', day), minutes: 10 }
      const { id } = await accepted(api('POST', '/api/booking-holds', { body: wanted }))
      count(await givenBooking(api, { hold_id: id, customer: { name: 'Ada' } }))
    }
    const series = {
      services: [{ service_type_id: type.id }],
      ...{ start: at('09:00', 22), recurrence: 'FREQ=DAILY;COUNT=10', customer: { name: 'Ada' } },
    }
    const { bookings } = await accepted(api('POST', '/api/booking-series', { body: series }))
    bookings.forEach(count)
    expect([...counts.values()]).toEqual([10, 10, 10])
  })
})

describe('bookings of a service type with one provider', () => {
  test('a booked time is confirmed, emits booking.created and is no longer available', async () => {
    const harness = await shared()
    const api = harness.client()
    const type = await givenServiceType(api)
    const path = `/api/availability?service_type_id=${type.id}&from=${at('09:00')}&to=${at('10:00')}`
    const before = (await api('GET', path)).body.data
    expect(before.map(({ start }: { start: string }) => start)).toEqual([at('09:00'), at('09:30')])

    const { status, headers, body } = await api('POST', '/api/bookings', {
      body: bookingOf(type.id, at('09:00')),
    })
    expect(status).toBe(201)
    expect(headers.get('location')).toBe(`/api/bookings/${body.id}`)
    expect(body).toMatchObject({
      status: 'confirmed',
      start: at('09:00'),
      end: at('09:30'),
      provider_id: type.provider_ids[0],
      customer: { name: 'Ada', phone: '+14155552671', email: 'ada@example.com', locale: null },
    })
    const after = (await api('GET', path)).body.data
    expect(after).toMatchObject([{ start: at('09:30'), end: at('10:00'), seats_left: 1 }])
    const [event] = await until('the event', () => {
      const told = harness.events.of(body.id)
      return told.length > 0 && told
    })
    expect(event).toMatchObject({
      type: 'booking.created',
      data: { id: body.id, service_name: 'Haircut', capacity: 1 },
    })
  })

  test('a taken time answers 409 with the three nearest free starts', async () => {
    const harness = await shared()
    const api = harness.client()
    const type = await givenServiceType(api)
    await givenBooking(api, bookingOf(type.id, at('09:00')))
    const { status, body } = await api('POST', '/api/bookings', { body: bookingOf(type.id, at('09:00')) })
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'slot_unavailable', errors: [{ pointer: '/start', code: 'booked' }] })
    expect(body.alternatives.map(({ start }: { start: string }) => start)).toEqual([
      at('08:30'),
      at('09:30'),
      at('08:00'),
    ])
  })

  test('moving a booking frees its old time and takes the new one', async () => {
    const harness = await shared()
    const api = harness.client()
    const type = await givenServiceType(api)
    const booking = await givenBooking(api, bookingOf(type.id, at('09:00')))
    const path = `/api/bookings/${booking.id}`
    const moved = await api('PATCH', path, { body: { start: at('11:00') } })
    expect(moved.body).toMatchObject({ start: at('11:00'), end: at('11:30') })
    await givenBooking(api, bookingOf(type.id, at('09:00')))
    const back = await api('PATCH', path, { body: { start: at('09:00') } })
    expect(back.status).toBe(409)
    expect((await api('GET', path)).body).toMatchObject({ start: at('11:00') })
    const told = await until('the event', () =>
      harness.events.of(booking.id).find(({ type: name }) => name === 'booking.updated'),
    )
    expect(told.data).toMatchObject({ previous: { start: at('09:00'), end: at('09:30') } })
  })

  test('cancelling frees the time, and a second cancellation answers invalid_transition', async () => {
    const harness = await shared()
    const api = harness.client()
    const type = await givenServiceType(api)
    const booking = await givenBooking(api, bookingOf(type.id, at('09:00')))
    const path = `/api/bookings/${booking.id}/cancel`
    const cancelled = await api('POST', path, { body: { reason: 'Ill' } })
    expect(cancelled.body).toMatchObject({ status: 'cancelled', cancel_reason: 'Ill' })
    expect((await api('POST', path)).body.code).toBe('invalid_transition')
    expect((await givenBooking(api, bookingOf(type.id, at('09:00')))).status).toBe('confirmed')
  })

  test('refuses a change or a cancellation with a stale ETag', async () => {
    const harness = await shared()
    const api = harness.client()
    const type = await givenServiceType(api)
    const { id } = await givenBooking(api, bookingOf(type.id, at('09:00')))
    const path = `/api/bookings/${id}`
    const etag = (await api('GET', path)).headers.get('etag') ?? ''
    await api('PATCH', path, { body: { notes: 'By the window' } })
    const headers = { 'if-match': etag }
    for (const [method, to, body] of [
      ['PATCH', path, { start: at('11:00') }],
      ['POST', `${path}/cancel`, {}],
    ] as const) {
      expect((await api(method, to, { headers, body })).body.code).toBe('precondition_failed')
    }
    const current = { 'if-match': (await api('GET', path)).headers.get('etag') ?? '' }
    const changed = await api('PATCH', path, { headers: current, body: { seats: 1, notes: 'By the door' } })
    expect(changed.body.notes).toBe('By the door')
    expect((await api('GET', path)).body).toMatchObject({ start: at('09:00'), notes: 'By the door' })
  })
})

describe('a service type with several providers', () => {
  test('distributes bookings to the provider with the fewest that day', async () => {
    const harness = await shared()
    const api = harness.client()
    const provider_ids = []
    for (const name of ['Ada', 'Grace', 'Hedy']) provider_ids.push((await givenProvider(api, { name })).id)
    const type = await givenServiceType(api, { provider_ids })
    const chosen = []
    for (const time of ['09:00', '09:00', '09:00', '10:00', '11:00', '12:00']) {
      chosen.push((await givenBooking(api, bookingOf(type.id, at(time)))).provider_id)
    }
    expect(new Set(chosen.slice(0, 3))).toEqual(new Set(provider_ids))
    expect(new Set(chosen.slice(3))).toEqual(new Set(provider_ids))
    const refused = await api('POST', '/api/bookings', { body: bookingOf(type.id, at('09:00')) })
    expect(refused.status).toBe(409)
  })

  test.each([
    ['left the service type', (ids: string[]) => ['service-types', { provider_ids: ids.slice(1) }] as const],
    ['is not active any more', () => ['providers', { active: false }] as const],
  ])('a booking whose provider %s can be moved to another provider', async (_, change) => {
    const harness = await shared()
    const api = harness.client()
    const provider_ids = [(await givenProvider(api)).id, (await givenProvider(api)).id]
    const type = await givenServiceType(api, { provider_ids })
    const wish = bookingOf(type.id, at('09:00'), { provider_id: provider_ids[0] })
    const { id } = await givenBooking(api, wish)
    const [what, body] = change(provider_ids)
    await accepted(api('PATCH', `/api/${what}/${what === 'providers' ? provider_ids[0] : type.id}`, { body }))
    const moved = await api('PATCH', `/api/bookings/${id}`, { body: { start: at('11:00') } })
    expect(moved.body).toMatchObject({ start: at('11:00'), provider_id: provider_ids[1] })
  })
})
