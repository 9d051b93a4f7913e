import type { Booking, ServiceType } from '@usher/contracts'
import { type Answer, type Client, ofNewOrganization, scaled, startOnce } from '@usher/test-kit'
import {
  accepted,
  at,
  bookingOf,
  givenBooking,
  givenProvider,
  givenServiceType,
  startHarness,
} from './harness.ts'

const AT_ONCE = 100
const ROUNDS = scaled(4)
/** Rounds at once, each for another day of the same provider: all of them write the same ledger. */
const SIDE_BY_SIDE = 4

const statusesOf = (answers: readonly Answer[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, all]) => [status, all.length]),
  )

const shared = startOnce(async () => {
  const harness = await startHarness()
  return { ...harness, other: await harness.start() }
})

/** Two replicas, and the clients that ask them: new ones each time, since callers are known for a minute. */
async function startReplicas() {
  const { other, ...all } = await shared()
  const harness = ofNewOrganization(all)
  const clients = () => [harness.client(), harness.client({}, other.url)] as const
  return {
    harness,
    get clients() {
      return clients()
    },
    get api() {
      return clients()[0]
    },
    askAll(bodies: readonly object[], path = '/api/bookings'): Promise<Answer[]> {
      const both = clients()
      return Promise.all(bodies.map((body, i) => both[i % 2 === 0 ? 0 : 1]('POST', path, { body })))
    },
  }
}

/** Every booking that takes place, checked to overlap with no other of its provider beyond the seats there are. */
async function expectNoOverlap(api: Awaited<ReturnType<typeof startReplicas>>['api'], capacity = 1) {
  const found: Booking[] = []
  for (let cursor = ''; ; ) {
    const { body } = await api('GET', `/api/bookings?limit=100&status=confirmed${cursor}`)
    found.push(...body.data)
    if (!body.next_cursor) break
    cursor = `&cursor=${body.next_cursor}`
  }
  for (const one of found) {
    const same = found.filter(
      ({ start, end, provider_id }) => provider_id === one.provider_id && start < one.end && end > one.start,
    )
    const seats = same.reduce((sum, booking) => sum + booking.seats, 0)
    expect(seats).toBeLessThanOrEqual(capacity)
  }
  return found
}

describe('a hundred simultaneous booking requests on two replicas', () => {
  test(
    `one gets a contested time and the others get three alternatives, in ${ROUNDS} rounds`,
    async () => {
      const replicas = await startReplicas()
      const type = await givenServiceType(replicas.api, { horizon_days: 365 })
      const play = async (round: number) => {
        const body = bookingOf(type.id, at('09:00', 2 + round))
        const answers = await replicas.askAll(Array.from({ length: AT_ONCE }, () => body))
        expect(statusesOf(answers)).toEqual({ 201: 1, 409: AT_ONCE - 1 })
        const refused = answers.filter(({ status }) => status === 409)
        expect(refused.every(({ body: { alternatives } }) => alternatives.length === 3)).toBe(true)
      }
      const rounds = Array.from({ length: ROUNDS }, (_, round) => round)
      for (let next = 0; next < ROUNDS; next += SIDE_BY_SIDE) {
        await Promise.all(rounds.slice(next, next + SIDE_BY_SIDE).map(play))
      }
      expect(await expectNoOverlap(replicas.api)).toHaveLength(ROUNDS)
    },
    300_000 + ROUNDS * 5_000,
  )

  test('no two booked times overlap', async () => {
    const replicas = await startReplicas()
    const type = await givenServiceType(replicas.api, { slot_step_minutes: 5, buffer_after_minutes: 10 })
    const times = Array.from({ length: AT_ONCE }, (_, i) => {
      const minute = (i * 5) % 60
      return bookingOf(type.id, at(`${10 + (i % 3)}:${String(minute).padStart(2, '0')}`))
    })
    const answers = await replicas.askAll(times)
    const { 201: booked = 0, 409: refused = 0 } = statusesOf(answers)
    expect(booked + refused).toBe(AT_ONCE)
    const found = await expectNoOverlap(replicas.api)
    expect(found).toHaveLength(booked)
    const starts = found.map(({ start }) => Date.parse(start)).sort()
    const gaps = starts.slice(1).map((start, i) => start - (starts[i] ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(40 * 60_000)
  })

  test('all succeed for different times', async () => {
    const replicas = await startReplicas()
    const type = await givenServiceType(replicas.api, { duration_minutes: 5, provider_ids: undefined })
    const provider = await givenProvider(replicas.api)
    await replicas.api('PATCH', `/api/service-types/${type.id}`, { body: { provider_ids: [provider.id] } })
    const bodies = Array.from({ length: AT_ONCE }, (_, i) =>
      bookingOf(type.id, new Date(Date.parse(at('00:00')) + i * 5 * 60_000).toISOString()),
    )
    expect(statusesOf(await replicas.askAll(bodies))).toEqual({ 201: AT_ONCE })
    await expectNoOverlap(replicas.api)
  })

  test('exactly seven succeed for a session with seven seats', async () => {
    const replicas = await startReplicas()
    const type = await givenServiceType(replicas.api, { capacity: 7 })
    const body = bookingOf(type.id, at('09:00'))
    const answers = await replicas.askAll(Array.from({ length: AT_ONCE }, () => body))
    expect(statusesOf(answers)).toEqual({ 201: 7, 409: AT_ONCE - 7 })
    await expectNoOverlap(replicas.api, 7)
  })

  test('all fail while the time is held, and one succeeds after the hold expires', async () => {
    const replicas = await startReplicas()
    const type = await givenServiceType(replicas.api)
    const held = { service_type_id: type.id, start: at('09:00'), minutes: 5 }
    expect((await replicas.api('POST', '/api/booking-holds', { body: held })).status).toBe(201)
    const bodies = Array.from({ length: AT_ONCE }, () => bookingOf(type.id, at('09:00')))
    expect(statusesOf(await replicas.askAll(bodies))).toEqual({ 409: AT_ONCE })
    replicas.harness.clock.advance(5 * 60_000)
    expect(statusesOf(await replicas.askAll(bodies))).toEqual({ 201: 1, 409: AT_ONCE - 1 })
  })

  test('no more succeed than the daily limit and the limit for each customer allow', async () => {
    const replicas = await startReplicas()
    const limits = { max_per_day: 5, max_per_customer_per_day: 1, capacity: 100 }
    const type = await givenServiceType(replicas.api, limits)
    const bodies = Array.from({ length: 40 }, (_, i) => ({
      ...bookingOf(type.id, at(`${10 + (i % 10)}:00`)),
      customer: { name: 'Ada', email: `${i % 8}@example.com` },
    }))
    const answers = await replicas.askAll(bodies)
    expect(statusesOf(answers)).toEqual({ 201: 5, 409: 35 })
    const booked = answers.filter(({ status }) => status === 201).map(({ body }) => body.customer.email)
    expect(new Set(booked).size).toBe(5)
  })

  test('one booking is made when all repeat one idempotency key', async () => {
    const replicas = await startReplicas()
    const type = await givenServiceType(replicas.api)
    const body = bookingOf(type.id, at('09:00'))
    const headers = { 'idempotency-key': 'once' }
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, i) =>
        replicas.clients[i % 2 === 0 ? 0 : 1]('POST', '/api/bookings', { body, headers }),
      ),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
    expect(statusesOf(answers)).toEqual({ 201: AT_ONCE })
    const other = bookingOf(type.id, at('10:00'))
    const changed = await replicas.api('POST', '/api/bookings', { body: other, headers })
    expect(changed.body.code).toBe('idempotency_mismatch')
  })
})

describe('bookings that swap times', () => {
  test("two simultaneous moves to each other's time never overlap", async () => {
    const replicas = await startReplicas()
    const { api, clients } = replicas
    const type = await givenServiceType(api)
    const times = [at('09:00'), at('10:00')] as const
    const a = await givenBooking(api, bookingOf(type.id, times[0]))
    const b = await givenBooking(api, bookingOf(type.id, times[1]))
    for (let round = 0; round < 20; round += 1) {
      const third = at('11:00', 3 + round)
      const answers = await Promise.all([
        clients[0]('PATCH', `/api/bookings/${a.id}`, { body: { start: times[1] } }),
        clients[1]('PATCH', `/api/bookings/${b.id}`, { body: { start: round % 2 ? times[0] : third } }),
      ])
      expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
      await expectNoOverlap(api)
      await api('PATCH', `/api/bookings/${a.id}`, { body: { start: times[0] } })
      await api('PATCH', `/api/bookings/${b.id}`, { body: { start: times[1] } })
    }
  })

  test('cancelling and booking a time at once never leaves two bookings', async () => {
    const replicas = await startReplicas()
    const { api, clients } = replicas
    const type = await givenServiceType(api)
    const body = bookingOf(type.id, at('09:00'))
    for (let round = 0; round < 10; round += 1) {
      const first = await givenBooking(api, body)
      const [cancelled, booked] = await Promise.all([
        clients[0]('POST', `/api/bookings/${first.id}/cancel`),
        clients[1]('POST', '/api/bookings', { body }),
      ])
      expect(cancelled.status).toBe(200)
      const [only] = await expectNoOverlap(api)
      if (booked.status === 201) await api('POST', `/api/bookings/${only?.id}/cancel`)
    }
  })
})

describe('bookings that require confirmation', () => {
  /** Bookings of ten starts, five minutes apart, of half an hour each. */
  const overlapping = (serviceTypeId: string, count: number) =>
    Array.from({ length: count }, (_, i) =>
      bookingOf(serviceTypeId, at(`09:${String((i % 10) * 5).padStart(2, '0')}`)),
    )

  test('overlapping pending bookings are refused, and confirming all twice at once succeeds', async () => {
    const replicas = await startReplicas()
    const { api, clients } = replicas
    const type = await givenServiceType(api, { requires_confirmation: true, slot_step_minutes: 5 })
    const answers = await replicas.askAll(overlapping(type.id, 40))
    const pending = answers.filter(({ status }) => status === 201).map(({ body }) => body)
    expect(pending.length).toBeGreaterThan(0)
    expect(new Set(pending.map(({ status }) => status))).toEqual(new Set(['pending']))
    const confirm = (client: typeof api, { id }: Booking) =>
      client('PATCH', `/api/bookings/${id}`, { body: { status: 'confirmed' } })
    const confirmed = await Promise.all(
      pending.flatMap((one) => clients.map((client) => confirm(client, one))),
    )
    expect(statusesOf(confirmed)).toEqual({ 200: 2 * pending.length })
    expect(await expectNoOverlap(api)).toHaveLength(pending.length)
  })

  test('confirming and cancelling at once ends cancelled, and its time is never taken twice', async () => {
    const replicas = await startReplicas()
    const { api, clients } = replicas
    const type = await givenServiceType(api, { requires_confirmation: true, slot_step_minutes: 5 })
    for (let round = 0; round < 10; round += 1) {
      const { id } = await givenBooking(api, bookingOf(type.id, at('09:20', 2 + round)))
      const [confirmed, cancelled, booked] = await Promise.all([
        clients[0]('PATCH', `/api/bookings/${id}`, { body: { status: 'confirmed' } }),
        clients[1]('POST', `/api/bookings/${id}/cancel`),
        clients[0]('POST', '/api/bookings', { body: bookingOf(type.id, at('09:35', 2 + round)) }),
      ])
      expect([200, 409]).toContain(confirmed.status)
      expect(cancelled.status).toBe(200)
      expect((await api('GET', `/api/bookings/${id}`)).body.status).toBe('cancelled')
      if (booked.status === 201) {
        await api('PATCH', `/api/bookings/${booked.body.id}`, { body: { status: 'confirmed' } })
      }
    }
    await expectNoOverlap(api)
  })
})

describe('overlapping holds', () => {
  test('only the later hold can be booked when the first expired before it was made', async () => {
    const replicas = await startReplicas()
    const { api, clients, harness } = replicas
    const type = await givenServiceType(api, { slot_step_minutes: 5 })
    const customer = { name: 'Ada' }
    for (let round = 0; round < 5; round += 1) {
      const hold = async (time: string) => {
        const body = { service_type_id: type.id, start: at(time, 3 + round), minutes: 5 }
        return (await api('POST', '/api/booking-holds', { body })).body.id as string
      }
      const first = await hold('09:00')
      harness.clock.advance(5 * 60_000)
      const second = await hold('09:15')
      const answers = await Promise.all(
        [first, second, first, second].map((hold_id, i) =>
          clients[i < 2 ? 0 : 1]('POST', '/api/bookings', { body: { hold_id, customer } }),
        ),
      )
      const booked = answers.filter(({ status }) => status === 201)
      expect(booked.map(({ body }) => body.start)).toEqual([at('09:15', 3 + round)])
      const codes = answers.filter(({ status }) => status !== 201).map(({ body }) => body.code)
      expect(codes.sort()).toEqual(['hold_expired', 'hold_expired', 'not_found'])
    }
    expect(await expectNoOverlap(api)).toHaveLength(5)
  })
})

describe('a service type that is booked for the first time', () => {
  const TRIES = scaled(16)

  const WAYS = [
    {
      way: 'its providers are taken away',
      take: (api: Client, { id }: ServiceType) =>
        accepted(api('PATCH', `/api/service-types/${id}`, { body: { provider_ids: [] } })),
    },
    {
      way: 'its provider is archived',
      take: (api: Client, { provider_ids }: ServiceType) =>
        accepted(api('DELETE', `/api/providers/${provider_ids[0]}`)),
    },
  ]

  test.each(WAYS)(
    'is archived or the booking fails when $way and it is deleted at that moment',
    async ({ take }) => {
      const replicas = await startReplicas()
      const play = async (days: number) => {
        const [api, other] = replicas.clients
        const booked = await givenServiceType(api, { horizon_days: 365 })
        const { provider_ids } = booked
        await givenBooking(api, bookingOf(booked.id, at('12:00', 1)))
        const type = await givenServiceType(api, { provider_ids, horizon_days: 365 })
        const path = `/api/service-types/${type.id}`
        const deleted = async () => {
          await take(api, type)
          return await accepted(api('DELETE', path))
        }
        const asked = other('POST', '/api/bookings', { body: bookingOf(type.id, at('09:00', days)) })
        const [{ status }] = await Promise.all([asked, deleted()])
        return [status, (await api('GET', path)).status]
      }
      for (let nth = 0; nth < TRIES; nth += 1) {
        expect([
          [201, 200],
          [404, 404],
          [409, 404],
        ]).toContainEqual(await play(40 + nth))
      }
    },
  )
})
