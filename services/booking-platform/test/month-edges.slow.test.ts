import type { Booking, ServiceType } from '@usher/contracts'
import { DAY_MS, MINUTE_MS } from '@usher/service-kit/durations'
import { type Client, ofNewOrganization, scaled, startOnce } from '@usher/test-kit'
import fc from 'fast-check'
import {
  accepted,
  bookingOf,
  givenBooking,
  givenProvider,
  givenServiceType,
  startHarness,
} from './harness.ts'
import { iso, monthStart, monthsStored, monthsTaken, openLedgers } from './ledger-values.ts'

const PLANS = scaled(10)
const ROUNDS = scaled(8)
const EDGE = monthStart()
/** Where the edge of a month in UTC is within the hours of a day. */
const AROUND_THE_EDGE = { timezone: 'Asia/Tokyo' }

const shared = startOnce(async () => {
  const harness = await startHarness()
  return { ...harness, other: await harness.start() }
})

/** A client of each of two replicas, with a new organisation. */
async function startReplicas() {
  const { other, ...all } = await shared()
  const harness = ofNewOrganization(all)
  return { harness, clients: [harness.client(), harness.client({}, other.url)] as const }
}

/** Service types of one provider: without buffers, and with long ones to either side. */
async function givenTypes(api: Client) {
  const { id } = await givenProvider(api, AROUND_THE_EDGE)
  const common = { provider_ids: [id], slot_step_minutes: 30, horizon_days: 365 }
  return {
    providerId: id,
    types: await Promise.all([
      givenServiceType(api, { ...common, capacity: 2 }),
      givenServiceType(api, { ...common, duration_minutes: 120, buffer_after_minutes: 1_440 }),
      givenServiceType(api, { ...common, duration_minutes: 60, buffer_before_minutes: 90 }),
    ]),
  }
}

const withBuffers = (types: readonly ServiceType[]) => (booking: Booking) => {
  const type = types.find(({ id }) => id === booking.service_type_id)
  const [before = 0, after = 0] = [type?.buffer_before_minutes, type?.buffer_after_minutes]
  return { ...booking, before: before * MINUTE_MS, after: after * MINUTE_MS, capacity: type?.capacity ?? 1 }
}

type Placed = ReturnType<ReturnType<typeof withBuffers>>

/** No two are too near to each other, unless they are seats of one session. */
function expectApart(bookings: readonly Placed[]) {
  for (const one of bookings) {
    const isSame = (other: Placed) =>
      other.start === one.start && other.service_type_id === one.service_type_id
    const seats = bookings.filter(isSame).reduce((sum, booking) => sum + booking.seats, 0)
    expect(seats).toBeLessThanOrEqual(one.capacity)
    for (const later of bookings.filter((other) => other.start >= one.start && !isSame(other))) {
      const gap = Date.parse(later.start) - Date.parse(one.end)
      expect(gap).toBeGreaterThanOrEqual(Math.max(one.after, later.before))
    }
  }
}

/** Half hours around the edge: most of them near to it. */
const place = fc.oneof(fc.integer({ min: -6, max: 6 }), fc.integer({ min: -60, max: 60 }))
const aStep = fc.record({
  kind: fc.constantFrom('book', 'book', 'book', 'hold', 'move', 'move', 'cancel', 'release'),
  place,
  type: fc.nat(2),
  of: fc.nat(20),
})
const aPlan = fc.array(fc.array(aStep, { minLength: 2, maxLength: 6 }), { minLength: 3, maxLength: 5 })
type Step = typeof aStep extends fc.Arbitrary<infer T> ? T : never

/** Plays what is asked of two replicas, in rounds of some requests at once. */
async function play(plan: readonly (readonly Step[])[]) {
  const { harness, clients } = await startReplicas()
  const { providerId, types } = await givenTypes(clients[0])
  const booked: Booking[] = []
  const held = new Map<string, Booking>()
  const take = async (api: Client, { kind, place: at, type, of }: Step) => {
    const start = iso(EDGE + at * 30 * MINUTE_MS)
    const typeId = types[type]?.id ?? ''
    const id = booked[of % Math.max(1, booked.length)]?.id
    const [holdId] = [...held.keys()].slice(of % Math.max(1, held.size))
    if (kind === 'hold') {
      const { status, body } = await api('POST', '/api/booking-holds', {
        body: { service_type_id: typeId, start },
      })
      if (status === 201) held.set(body.id, body)
    } else if (kind === 'book') {
      const byHold = of % 2 === 0 && holdId
      const body = byHold ? { hold_id: holdId, customer: { name: 'Ada' } } : bookingOf(typeId, start)
      const answer = await api('POST', '/api/bookings', { body })
      if (answer.status === 201) booked.push(answer.body)
      if (answer.status === 201 && byHold) held.delete(byHold)
      expect([201, 404, 409]).toContain(answer.status)
    } else if (kind === 'release' && holdId) {
      const { status } = await api('DELETE', `/api/booking-holds/${holdId}`)
      if (status === 204) held.delete(holdId)
    } else if (kind === 'move' && id) {
      const { status } = await api('PATCH', `/api/bookings/${id}`, { body: { start } })
      expect([200, 409]).toContain(status)
    } else if (kind === 'cancel' && id) await api('POST', `/api/bookings/${id}/cancel`)
  }
  for (const steps of plan) {
    await Promise.all(steps.map((step, i) => take(clients[i % 2 === 0 ? 0 : 1], step)))
  }
  const { data } = (await clients[0]('GET', '/api/bookings?limit=100&status=confirmed')).body
  await using store = await openLedgers(harness.config)
  const bookings = (data as Booking[]).map(withBuffers(types))
  return {
    bookings,
    held: [...held.values()].map(withBuffers(types)),
    stored: await store.buckets(providerId),
  }
}

describe('bookings around the edge of a month, on two replicas', () => {
  test(
    'random simultaneous requests keep bookings apart, and each month stores what touches it',
    async () => {
      await fc.assert(
        fc.asyncProperty(aPlan, async (plan) => {
          const { bookings, held, stored } = await play(plan)
          expectApart([...bookings, ...held])
          expect(monthsStored(stored)).toEqual(monthsTaken([...bookings, ...held]))
        }),
        { numRuns: PLANS, endOnFailure: true },
      )
    },
    120_000 + PLANS * 10_000,
  )

  test(
    'one of two simultaneous bookings too close across the edge succeeds',
    async () => {
      const { clients } = await startReplicas()
      for (let round = 0; round < ROUNDS; round += 1) {
        const { types } = await givenTypes(clients[0])
        const [plain, buffered] = types
        // Every other time the months are there already, so that the bookings conflict in what they have in common alone.
        const others = round % 2 === 0 ? [] : [EDGE - 4 * DAY_MS, EDGE + 4 * DAY_MS]
        for (const other of others) await givenBooking(clients[0], bookingOf(plain?.id ?? '', iso(other)))
        const answers = await Promise.all([
          clients[0]('POST', '/api/bookings', {
            body: bookingOf(buffered?.id ?? '', iso(EDGE - 2 * 60 * MINUTE_MS)),
          }),
          clients[1]('POST', '/api/bookings', {
            body: bookingOf(plain?.id ?? '', iso(EDGE + 20 * 60 * MINUTE_MS)),
          }),
        ])
        expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
      }
    },
    120_000 + ROUNDS * 5_000,
  )

  test('a session across the edge counts each seat once and frees it in both months', async () => {
    const { harness, clients } = await startReplicas()
    const [api] = clients
    const { id } = await givenProvider(api, AROUND_THE_EDGE)
    const session = { duration_minutes: 60, slot_step_minutes: 30, capacity: 2 }
    const type = await givenServiceType(api, { ...session, provider_ids: [id] })
    const start = iso(EDGE - 30 * MINUTE_MS)
    const first = await givenBooking(api, bookingOf(type.id, start))
    const path = `/api/availability?service_type_id=${type.id}&from=${start}&to=${iso(EDGE)}`
    expect((await api('GET', path)).body.data).toMatchObject([{ seats_left: 1 }])
    const second = await givenBooking(api, bookingOf(type.id, start))
    const third = await api('POST', '/api/bookings', { body: bookingOf(type.id, start) })
    expect(third.body.errors).toMatchObject([{ code: 'booked' }])
    for (const { id } of [first, second]) await accepted(api('POST', `/api/bookings/${id}/cancel`))
    await using store = await openLedgers(harness.config)
    expect(monthsStored(await store.buckets(first.provider_id))).toEqual([])
    await givenBooking(api, bookingOf(type.id, iso(EDGE)))
  })

  test('a booking moved to another month and back is stored only where it is', async () => {
    const { harness, clients } = await startReplicas()
    const [api] = clients
    const type = await givenServiceType(api, { horizon_days: 365 })
    const places = [iso(EDGE - DAY_MS), iso(monthStart(2) + DAY_MS), iso(EDGE - DAY_MS)]
    const { id, provider_id } = await givenBooking(api, bookingOf(type.id, places[0] ?? ''))
    await using store = await openLedgers(harness.config)
    for (const start of places) {
      const moved = await accepted(api('PATCH', `/api/bookings/${id}`, { body: { start } }))
      expect(monthsStored(await store.buckets(provider_id))).toEqual(
        monthsTaken([{ ...moved, before: 0, after: 0 }]),
      )
    }
  })
})
