import { ALL_SCOPES, type ApiScope, OPERATIONS } from '@usher/contracts'
import { createUsherClient } from '@usher/sdk'
import { MINUTE_MS } from '@usher/service-kit/durations'
import { apiClient, type Client, clientToken, sessionClient, until } from '@usher/test-kit'
import { CUSTOMER, createServiceType } from './bookable.ts'
import { inAnHour, inThreeDays } from './isolation/resources.ts'
import { useSharedUsher } from './shared-usher.ts'
import type { Usher } from './stack.ts'

let usher: Usher
let owner: Client
beforeAll(async () => {
  usher = await useSharedUsher()
  owner = await sessionClient(usher.stack.url, usher.demo)
})
afterAll(async () => {
  await usher?.[Symbol.asyncDispose]()
})

/** A token of a new application with only these scopes. */
async function tokenFor(scopes: readonly ApiScope[]): Promise<string> {
  const app = await owner('POST', '/account/oauth-clients', { body: { name: 'Partner', scopes } })
  return await clientToken(usher.stack.url, { client_id: app.body.id, client_secret: app.body.client_secret })
}

const ask = async (method: string, path: string, body?: object) => {
  const answer = await owner(method, path, body ? { body } : {})
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

const givenServiceType = (minutes?: number) => createServiceType(owner, minutes)

describe('the generated client with an access token', () => {
  test('goes from the catalogue to a held, booked, moved and cancelled booking', async () => {
    const token = await tokenFor(['catalog:read', 'availability:read', 'bookings:read', 'bookings:write'])
    const partner = createUsherClient({ baseUrl: usher.stack.url, apiKey: token })
    const id = await givenServiceType()

    const organization = { path: { orgId: usher.demo.organization_id } }
    const catalog = await partner.GET('/api/v1/catalog/{orgId}', { params: organization })
    const offered = catalog.data.uncategorized?.service_types.find((type) => type.id === id)
    expect(offered).toMatchObject({ name: 'Cut', duration_minutes: 30 })

    const from = inThreeDays()
    const to = new Date(Date.parse(from) + 120 * MINUTE_MS).toISOString()
    const params = { query: { service_type_id: id, from, to } }
    const { data: slots } = (await partner.GET('/api/availability', { params })).data
    expect(slots).toHaveLength(4)

    const [first, second] = slots.map(({ start }) => start) as [string, string]
    const wish = { service_type_id: id, start: first }
    const hold = (await partner.POST('/api/booking-holds', { body: { ...wish, minutes: 5, seats: 1 } })).data
    const body = { hold_id: hold.id, customer: CUSTOMER }
    const booking = (await partner.POST('/api/bookings', { body })).data
    expect(booking).toMatchObject({ status: 'confirmed', start: first })

    const one = { path: { id: booking.id } }
    const moved = await partner.PATCH('/api/bookings/{id}', { params: one, body: { start: second } })
    expect(moved.data).toMatchObject({ start: second })
    const cancelled = await partner.POST('/api/bookings/{id}/cancel', {
      params: one,
      body: { reason: 'Ill' },
    })
    expect(cancelled.data).toMatchObject({ status: 'cancelled', cancel_reason: 'Ill' })
  })
})

describe('the demo organisations at the start', () => {
  test('have a haircut in the catalogue with a free time', async () => {
    for (const demo of [usher.demo, usher.demo.second]) {
      const call = await sessionClient(usher.stack.url, demo)
      const catalog = await call('GET', `/api/v1/catalog/${demo.organization_id}?q=hair`)
      const [category] = catalog.body.data
      expect(category).toMatchObject({ name: 'Hair', products: [{ name: 'Shampoo' }] })
      expect(category.service_types).toMatchObject([{ name: 'Haircut' }])
      const [{ id }] = category.service_types
      const { body } = await call('GET', `/api/availability/first?service_type_id=${id}`)
      expect(body.data.provider_ids).toHaveLength(2)
    }
  })
})

describe('an access token with one scope', () => {
  /** Operations that need a scope, account operations included: no token has people's scopes. */
  const guarded = OPERATIONS.filter(({ scope }) => scope !== null)

  test.each(ALL_SCOPES)('%s opens exactly the operations of that scope', async (scope) => {
    const call = apiClient(usher.stack.url, await tokenFor([scope]))
    const opened: string[] = []
    for (const operation of guarded) {
      const path = operation.path.replaceAll(/\{\w+\}/g, 'unknown')
      const { status, headers } = await call(operation.method.toUpperCase(), path, {
        ...(operation.method !== 'get' && { body: { nonsense: true } }),
      })
      // Without it, the route is open, and what is asked for needs more: a stream the scopes of its events.
      if (status !== 403 || !headers.has('www-authenticate')) opened.push(operation.id)
    }
    const own = guarded.filter((operation) => operation.scope === scope).map(({ id }) => id)
    expect(opened).toEqual(own)
  })

  test('availability:read shows free times, but answers 403 for service types, providers, catalogue and bookings', async () => {
    const id = await givenServiceType()
    const call = apiClient(usher.stack.url, await tokenFor(['availability:read']))
    const start = inThreeDays()
    const to = new Date(Date.parse(start) + 60 * MINUTE_MS).toISOString()
    const free = await call('GET', `/api/availability?service_type_id=${id}&from=${start}&to=${to}`)
    expect(free).toMatchObject({ status: 200, body: { data: [{ start, seats_left: 1 }, {}] } })
    const first = await call('GET', `/api/availability/first?service_type_id=${id}&from=${start}`)
    expect(first.body.data).toMatchObject({ start })
    const explained = await call('GET', `/api/availability/explain?service_type_id=${id}&start=${start}`)
    expect(explained.body).toMatchObject({ available: true })
    const [providerId] = free.body.data[0].provider_ids
    for (const [method, path, body] of [
      ['GET', `/api/service-types/${id}`],
      ['GET', `/api/providers/${providerId}`],
      ['GET', `/api/v1/catalog/${usher.demo.organization_id}`],
      ['POST', '/api/bookings', { service_type_id: id, start, customer: CUSTOMER }],
      ['POST', '/api/booking-holds', { service_type_id: id, start }],
      ['GET', '/account/me'],
      ['GET', '/account/api-keys'],
      ['GET', '/account/audit'],
    ] as const) {
      const refused = await call(method, path, body && { body })
      expect([path, refused.status, refused.body.code]).toEqual([path, 403, 'insufficient_scope'])
    }
  })
})

describe('checking in a booking to a queue with a class for bookings', () => {
  const givenBooking = async () => {
    const body = { service_type_id: await givenServiceType(), start: inAnHour(), customer: CUSTOMER }
    return await ask('POST', '/api/bookings', body)
  }
  const givenQueue = async () => {
    const priority_classes = [{ key: 'booking', name: 'With a booking', level: 5 }]
    const { id } = await ask('POST', '/v1/queues', { name: 'Desk', priority_classes })
    await ask('POST', `/v1/queues/${id}/guests`, { name: 'Bob' })
    return id as string
  }
  const bookingWith = (id: string, name: 'guest_id' | 'check_in_error') =>
    until(`the ${name}`, async () => {
      const booking = await ask('GET', `/api/bookings/${id}`)
      return booking[name] !== null && booking
    })

  test('two simultaneous check-ins add one guest, ahead of walk-ins, and the timelines say why', async () => {
    const [{ id }, queue_id] = [await givenBooking(), await givenQueue()]
    const checkIn = () => ask('POST', `/api/bookings/${id}/check-in`, { queue_id })
    const [first, second] = await Promise.all([checkIn(), checkIn()])
    expect(first).toMatchObject({ queue_id, checked_in_at: second.checked_in_at })
    const { guest_id } = await bookingWith(id, 'guest_id')
    const { data } = await ask('GET', `/v1/queues/${queue_id}/guests`)
    expect(data).toMatchObject([
      { id: guest_id, name: 'Ada', phone: CUSTOMER.phone, priority: 'booking', tags: ['booking'] },
      { name: 'Bob', priority: null },
    ])
    const why = { type: 'added', reason: 'booking: With a booking' }
    const timeline = await ask('GET', `/v1/guests/${guest_id}/timeline`)
    expect(timeline.data).toMatchObject([{ ...why, position_after: 1 }])
    const passed = await ask('GET', `/v1/guests/${data[1].id}/timeline`)
    expect(passed.data[1]).toMatchObject({ ...why, caused_by: guest_id, position_after: 2 })
  })

  test('sets check_in_error while the queue is paused, and succeeds after it resumes', async () => {
    const [{ id }, queue_id] = [await givenBooking(), await givenQueue()]
    await ask('POST', `/v1/queues/${queue_id}/pause`)
    await ask('POST', `/api/bookings/${id}/check-in`, { queue_id })
    const refused = await bookingWith(id, 'check_in_error')
    expect(refused).toMatchObject({ check_in_error: 'queue_paused', guest_id: null })
    await ask('POST', `/v1/queues/${queue_id}/resume`)
    await ask('POST', `/api/bookings/${id}/check-in`, { queue_id })
    expect(await bookingWith(id, 'guest_id')).toMatchObject({ queue_id, check_in_error: null })
  })
})
