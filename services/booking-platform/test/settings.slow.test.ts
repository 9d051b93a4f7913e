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

describe('service types and providers', () => {
  test('get defaults for the fields left out', async () => {
    const harness = await shared()
    const api = harness.client({ timezone: 'Europe/Berlin' })
    const body = { name: 'Grace' }
    const made = await api('POST', '/api/providers', { body })
    expect(made.status).toBe(201)
    expect(made.headers.get('location')).toBe(`/api/providers/${made.body.id}`)
    expect(made.body).toMatchObject({ timezone: 'Europe/Berlin', weekly_hours: [], active: true })
    const type = await givenServiceType(api, { provider_ids: [made.body.id] })
    expect(type).toMatchObject({ capacity: 1, slot_step_minutes: null, horizon_days: 60, price: null })
    const seen = await api('GET', `/api/providers/${made.body.id}`)
    expect(seen.body.service_type_ids).toEqual([type.id])
  })

  test.each([
    ['/api/providers', { name: 'G', timezone: 'Mars/Olympus' }, '/timezone'],
    [
      '/api/providers',
      { name: 'G', weekly_hours: [{ day: 'monday', start: '9', end: '17:00' }] },
      '/weekly_hours/0/start',
    ],
    ['/api/providers', { name: 'G', favourite: 1 }, '/favourite'],
    ['/api/providers', { name: 'G', time_off: [{ start: at('10:00'), end: at('09:00') }] }, '/time_off/0'],
    ['/api/service-types', { name: 'S', duration_minutes: 0 }, '/duration_minutes'],
    [
      '/api/service-types',
      { name: 'S', duration_minutes: 30, price: { amount: 1.5, currency: 'EUR' } },
      '/price/amount',
    ],
    [
      '/api/service-types',
      { name: 'S', duration_minutes: 30, price: { amount: 1, currency: 'XXA' } },
      '/price/currency',
    ],
    ['/api/bookings', { customer: { name: 'Ada' } }, '/service_type_id'],
    [
      '/api/bookings',
      { start: at('09:00'), service_type_id: 'svt_1', customer: { name: 'A' } },
      '/service_type_id',
    ],
  ])('a POST to %s with %j answers 400 at %s', async (path, body, pointer) => {
    const harness = await shared()
    const answer = await harness.client()('POST', path, { body })
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0]).toMatchObject({ pointer })
  })

  test('replacing a service type resets the fields left out to their defaults', async () => {
    const api = (await shared()).client()
    const given = { name: 'Cut', duration_minutes: 30, capacity: 4, description: 'Short' }
    const made = await api('POST', '/api/service-types', { body: given })
    const path = `/api/service-types/${made.body.id}`
    const body = { name: 'Trim', duration_minutes: 45 }
    const stale = { body, headers: { 'if-match': '"99."' } }
    expect((await api('PUT', path, stale)).status).toBe(412)
    for (const _ of [1, 2]) {
      const replaced = await api('PUT', path, { body })
      const expected = {
        ...body,
        id: made.body.id,
        capacity: 1,
        description: null,
        created_at: made.body.created_at,
      }
      expect(replaced).toMatchObject({ status: 200, body: expected })
    }
    const refused = await api('PUT', path, { body: { name: 'Trim' } })
    expect(refused.body).toMatchObject({ status: 400, errors: [{ pointer: '/duration_minutes' }] })
    expect((await api('PUT', `${path}x`, { body })).status).toBe(404)
    expect((await api('GET', path)).body).toMatchObject({ ...body, capacity: 1 })
  })

  test("a provider's zone is named timezone, and time_zone answers 400", async () => {
    const api = (await shared()).client()
    const made = await api('POST', '/api/providers', { body: { name: 'G', timezone: 'Asia/Tokyo' } })
    expect(made).toMatchObject({ status: 201, body: { timezone: 'Asia/Tokyo' } })
    const path = `/api/providers/${made.body.id}`
    const changed = await api('PATCH', path, { body: { timezone: 'Europe/Berlin' } })
    expect(changed).toMatchObject({ status: 200, body: { timezone: 'Europe/Berlin' } })
    const renamed = await api('PATCH', path, { body: { name: 'H' } })
    expect(renamed).toMatchObject({ status: 200, body: { timezone: 'Europe/Berlin' } })
    expect(renamed.body).not.toHaveProperty('time_zone')
    const former = await api('PATCH', path, { body: { time_zone: 'UTC' } })
    expect(former.body).toMatchObject({ status: 400, errors: [{ pointer: '/time_zone' }] })
  })

  test('answer 412 to a change with a stale ETag', async () => {
    const harness = await shared()
    const api = harness.client()
    const type = await givenServiceType(api)
    for (const path of [`/api/service-types/${type.id}`, `/api/providers/${type.provider_ids[0]}`]) {
      const headers = { 'if-match': (await api('GET', path)).headers.get('etag') ?? '' }
      expect((await api('PATCH', path, { headers, body: { name: 'One' } })).body.name).toBe('One')
      expect((await api('PATCH', path, { headers, body: { name: 'Two' } })).status).toBe(412)
    }
  })

  test('are archived when deleted with bookings, and can no longer be booked', async () => {
    const harness = await shared()
    const api = harness.client()
    const type = await givenServiceType(api)
    const booking = await givenBooking(api, bookingOf(type.id, at('09:00')))
    expect((await api('DELETE', `/api/service-types/${type.id}`)).status).toBe(204)
    const kept = (await api('GET', `/api/service-types/${type.id}`)).body
    expect(kept).toMatchObject({ active: false, archived_at: expect.any(String) })
    expect((await api('GET', '/api/service-types')).body.data).toEqual([])
    expect((await api('GET', '/api/service-types?archived=true')).body.data).toHaveLength(1)
    const refused = await api('POST', '/api/bookings', { body: bookingOf(type.id, at('10:00')) })
    expect(refused.body).toMatchObject({ code: 'slot_unavailable', alternatives: [] })
    for (const active of [true, false]) {
      const changed = await api('PATCH', `/api/service-types/${type.id}`, { body: { active } })
      expect(changed.body).toMatchObject(active ? { code: 'invalid_transition' } : { active: false })
    }
    await api('DELETE', `/api/providers/${booking.provider_id}`)
    expect((await api('GET', `/api/providers/${booking.provider_id}`)).body.archived_at).not.toBeNull()
    expect((await api('GET', `/api/bookings/${booking.id}`)).body.status).toBe('confirmed')
    const cancelled = await api('POST', `/api/bookings/${booking.id}/cancel`)
    expect(cancelled.body.status).toBe('cancelled')
  })

  test('a deleted provider without bookings is gone from its service types, too', async () => {
    const harness = await shared()
    const api = harness.client()
    const provider = await givenProvider(api)
    const type = await givenServiceType(api, { provider_ids: [provider.id] })
    expect((await api('DELETE', `/api/providers/${provider.id}`)).status).toBe(204)
    expect((await api('GET', `/api/providers/${provider.id}`)).status).toBe(404)
    expect((await api('GET', `/api/service-types/${type.id}`)).body.provider_ids).toEqual([])
  })
})

describe('deleting a provider or service type while it is booked', () => {
  test.each(['provider', 'service type'])(
    'a %s deleted on another replica is archived if the booking was made, else gone',
    async (what) => {
      await using harness = await startHarness()
      const api = harness.client()
      const other = harness.client({}, (await harness.start()).url)
      let archived = 0
      for (let round = 0; round < 12; round += 1) {
        const type = await givenServiceType(api)
        const path =
          what === 'provider' ? `/api/providers/${type.provider_ids[0]}` : `/api/service-types/${type.id}`
        const [booked, deleted] = await Promise.all([
          other('POST', '/api/bookings', { body: bookingOf(type.id, at('09:00')) }),
          api('DELETE', path),
        ])
        expect(deleted.status).toBe(204)
        const left = await api('GET', path)
        if (booked.status === 201) {
          expect(left.body.archived_at).not.toBeNull()
          archived += 1
        } else expect(left.status).toBe(404)
      }
      expect(archived).toBeLessThanOrEqual(12)
    },
  )

  test('a provider with a held time is archived, and the hold can still be booked', async () => {
    const harness = await shared()
    const api = harness.client()
    const type = await givenServiceType(api)
    const body = { service_type_id: type.id, start: at('09:00') }
    const { id: hold_id, provider_id } = await accepted(api('POST', '/api/booking-holds', { body }))
    await api('DELETE', `/api/providers/${provider_id}`)
    expect((await api('GET', `/api/providers/${provider_id}`)).body.archived_at).not.toBeNull()
    const booking = await givenBooking(api, { hold_id, customer: { name: 'Ada' } })
    expect(booking).toMatchObject({ status: 'confirmed', provider_id })
  })
})

describe('the bookings of an organisation', () => {
  test('are listed by start, page by page, and filtered by phone, e-mail, start and status', async () => {
    const harness = await shared()
    const api = harness.client()
    const type = await givenServiceType(api)
    for (const time of ['11:00', '09:00', '10:00']) await givenBooking(api, bookingOf(type.id, at(time)))
    const other = { customer: { name: 'Bob', phone: '(415) 555-0199' }, source: 'website' }
    const bob = await givenBooking(api, bookingOf(type.id, at('12:00'), other))
    const first = (await api('GET', '/api/bookings?limit=2')).body
    const second = (await api('GET', `/api/bookings?limit=2&cursor=${first.next_cursor}`)).body
    const starts = [...first.data, ...second.data].map(({ start }) => start)
    expect(starts).toEqual(['09:00', '10:00', '11:00', '12:00'].map((time) => at(time)))
    const idsOf = async (query: string) =>
      (await accepted(api('GET', `/api/bookings?${query}`))).data.map(({ id }: { id: string }) => id)
    expect(await idsOf('phone=%2B14155550199')).toEqual([bob.id])
    expect(await idsOf(`from=${at('12:00')}`)).toEqual([bob.id])
    expect(await idsOf('email=ADA@example.com')).toHaveLength(3)
    expect(await idsOf('status=cancelled')).toEqual([])
  })

  test('start as pending when confirmation is required, and complete only after their start', async () => {
    await using harness = await startHarness()
    const api = harness.client()
    const type = await givenServiceType(api, { requires_confirmation: true })
    const { id, status } = await givenBooking(api, bookingOf(type.id, at('09:00')))
    expect(status).toBe('pending')
    const path = `/api/bookings/${id}`
    expect((await api('PATCH', path, { body: { status: 'completed' } })).body.code).toBe('invalid_transition')
    expect((await api('PATCH', path, { body: { status: 'confirmed' } })).body.status).toBe('confirmed')
    for (const early of ['completed', 'no_show']) {
      expect((await api('PATCH', path, { body: { status: early } })).body.code).toBe('invalid_transition')
    }
    harness.clock.advance(Date.parse(at('09:00')) - harness.clock.now().getTime())
    const both = await api('PATCH', path, { body: { status: 'completed', start: at('10:00', 4) } })
    expect(both.body.code).toBe('invalid_transition')
    expect((await api('GET', path)).body).toMatchObject({ status: 'confirmed', start: at('09:00') })
    for (const next of ['completed', 'no_show', 'completed']) {
      expect((await api('PATCH', path, { body: { status: next } })).body.status).toBe(next)
    }
    expect((await api('PATCH', path, { body: { start: at('10:00') } })).body.code).toBe('invalid_transition')
    expect((await api('POST', `${path}/cancel`)).body.code).toBe('invalid_transition')
  })

  test('a booking keeps its seats when more are requested than are left', async () => {
    const harness = await shared()
    const api = harness.client()
    const type = await givenServiceType(api, { capacity: 3 })
    const { id } = await givenBooking(api, bookingOf(type.id, at('09:00')))
    await givenBooking(api, bookingOf(type.id, at('09:00')))
    const path = `/api/bookings/${id}`
    expect((await api('PATCH', path, { body: { seats: 2 } })).body.seats).toBe(2)
    expect((await api('PATCH', path, { body: { seats: 3 } })).body.errors).toMatchObject([{ code: 'seats' }])
    expect((await api('GET', path)).body.seats).toBe(2)
  })
})
