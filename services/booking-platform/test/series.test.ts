import type { BookingSeries, ServiceType } from '@usher/contracts'
import { type Client, until } from '@usher/test-kit'
import {
  accepted,
  at,
  bookingOf,
  givenBooking,
  givenProvider,
  givenServiceType,
  shareHarness,
} from './harness.ts'
import { ADA, givenPage, hold } from './online-values.ts'

const shared = shareHarness()

const CUSTOMER = { name: 'Ada', phone: '+14155552671' }
const YEAR = { horizon_days: 400 }
const day = (n: number) => at('09:00', 2 + n)

const series = (api: Client, types: readonly ServiceType[], body: object = {}) =>
  api('POST', '/api/booking-series', {
    body: {
      services: types.map(({ id }) => ({ service_type_id: id })),
      ...{ start: day(0), customer: CUSTOMER, ...body },
    },
  })

const bookings = async (api: Client) => (await api('GET', '/api/bookings?limit=100')).body.data

describe('a recurring series', () => {
  test('books every visit and numbers them in one series', async () => {
    const api = (await shared()).client()
    const type = await givenServiceType(api)
    const made = await series(api, [type], { recurrence: 'FREQ=DAILY;COUNT=3' })
    expect(made.status).toBe(201)
    const { id, bookings: all, clashes } = made.body as BookingSeries
    expect(clashes).toEqual([])
    expect(all.map(({ start }) => start)).toEqual([day(0), day(1), day(2)])
    expect(all.map((one) => one.series)).toEqual([1, 2, 3].map((number) => ({ id, number, count: 3 })))
    expect((await api('GET', `/api/booking-series/${id}`)).body.bookings).toEqual(all)
    expect((await api('GET', `/api/bookings?series_id=${id}`)).body.data).toEqual(all)
  })

  test('answers series_clash with the nearest times and books nothing, or the rest when partial', async () => {
    const api = (await shared()).client()
    const type = await givenServiceType(api, YEAR)
    for (const week of [3, 17, 40]) await givenBooking(api, bookingOf(type.id, day(7 * week)))
    const rule = { recurrence: 'FREQ=WEEKLY;COUNT=52', timezone: 'UTC' }
    const { status, body } = await series(api, [type], rule)
    expect([status, body.code]).toEqual([409, 'series_clash'])
    expect(body.clashes.map(({ start }: { start: string }) => start)).toEqual([day(21), day(119), day(280)])
    for (const { start, rules, nearest } of body.clashes) {
      expect(rules).toEqual(['booked'])
      expect(Date.parse(start) - Date.parse(nearest.start)).toBe(1_800_000)
    }
    expect(await bookings(api)).toHaveLength(3)
    const partly = await series(api, [type], { ...rule, partial: true })
    expect([partly.status, partly.body.bookings.length, partly.body.clashes.length]).toEqual([201, 49, 3])
  })

  test('a series repeated under one idempotency key is made once and names the same clashes', async () => {
    const api = (await shared()).client()
    const type = await givenServiceType(api)
    await givenBooking(api, bookingOf(type.id, day(1)))
    const body = {
      services: [{ service_type_id: type.id }],
      ...{ start: day(0), customer: CUSTOMER, recurrence: 'FREQ=DAILY;COUNT=2', partial: true },
    }
    const send = () =>
      api('POST', '/api/booking-series', { body, headers: { 'idempotency-key': 'series-once' } })
    const [first, second] = [await send(), await send()]
    expect(second.body).toEqual(first.body)
    expect(first.body.clashes).toMatchObject([{ start: day(1), code: 'slot_unavailable' }])
    expect(await bookings(api)).toHaveLength(2)
  })

  test('one of three series for the same times gets all of them, the others none', async () => {
    const api = (await shared()).client()
    const type = await givenServiceType(api)
    const rule = { recurrence: 'FREQ=DAILY;COUNT=5' }
    const answers = await Promise.all([1, 2, 3].map(() => series(api, [type], rule)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(await bookings(api)).toHaveLength(5)
  })

  test("a day with the customer's limit used up is a clash without a nearest time", async () => {
    const api = (await shared()).client()
    const type = await givenServiceType(api, { max_per_customer_per_day: 1 })
    await givenBooking(api, { ...bookingOf(type.id, at('15:00', 3)), customer: CUSTOMER })
    const { body } = await series(api, [type], { recurrence: 'FREQ=DAILY;COUNT=2', partial: true })
    expect(body.bookings).toHaveLength(1)
    expect(body.clashes).toMatchObject([{ code: 'limit_reached', nearest: null }])
    const query = `service_type_id=${type.id}&from=${day(1)}&to=${at('10:00', 3)}`
    const free = await api('GET', `/api/availability?${query}`)
    expect(free.body.data).toHaveLength(2)
  })

  test('cancelling the rest keeps the earlier visits, and a second time answers 409', async () => {
    const harness = await shared()
    const api = harness.client()
    const type = await givenServiceType(api)
    const { body } = await series(api, [type], { recurrence: 'FREQ=DAILY;COUNT=4' })
    const path = `/api/booking-series/${body.id}/cancel`
    const cancelled = await api('POST', path, { body: { from: day(2), reason: 'Away' } })
    expect(cancelled.body.bookings.map(({ status }: { status: string }) => status)).toEqual([
      ...['confirmed', 'confirmed', 'cancelled', 'cancelled'],
    ])
    const again = await api('POST', path, { body: { from: day(2) } })
    expect([again.status, again.body.code]).toEqual([409, 'invalid_transition'])
    const told = await until('the last cancellation', async () =>
      harness.events.of(body.bookings[3].id).find(({ type: name }) => name === 'booking.cancelled'),
    )
    expect(told.data).toMatchObject({ follows_in_series: true })
  })

  test('answers 404 to another organisation', async () => {
    const harness = await shared()
    const api = harness.client()
    const { body } = await series(api, [await givenServiceType(api)])
    const other = harness.otherOrganization()
    expect((await other('GET', `/api/booking-series/${body.id}`)).status).toBe(404)
    expect((await other('POST', `/api/booking-series/${body.id}/cancel`)).status).toBe(404)
  })
})

describe('several services in one visit', () => {
  test('each starts when the previous one ends, regardless of its own grid', async () => {
    const api = (await shared()).client()
    const cut = await givenServiceType(api)
    const colour = await givenServiceType(api, { name: 'Colour', duration_minutes: 45 })
    const { body } = await series(api, [cut, colour])
    const times = body.bookings.map(({ start, end }: { start: string; end: string }) => [start, end])
    expect(times).toEqual([
      [at('09:00'), at('09:30')],
      [at('09:30'), at('10:15')],
    ])
  })

  test('a taken second service prevents the first as well, even when partial', async () => {
    const api = (await shared()).client()
    const cut = await givenServiceType(api)
    const colour = await givenServiceType(api, { provider_ids: [(await givenProvider(api)).id] })
    await givenBooking(api, bookingOf(colour.id, at('09:30')))
    const { status, body } = await series(api, [cut, colour], { partial: true })
    expect([status, body.clashes.length]).toEqual([409, 1])
    expect(body.clashes[0]).toMatchObject({ start: at('09:30'), service_type_id: colour.id })
    await givenBooking(api, bookingOf(cut.id, at('09:00')))
  })

  test('answers 400 to a service type named twice', async () => {
    const api = (await shared()).client()
    const cut = await givenServiceType(api)
    expect((await series(api, [cut, cut])).status).toBe(400)
  })
})

describe('a series by a customer who holds the first visit', () => {
  const RULE = { recurrence: 'FREQ=DAILY;COUNT=2', customer: ADA }
  const givenHeld = async () => {
    const given = await givenPage(await shared(), { online_booking: { max_visits: 4 } })
    const { id } = await accepted(hold(given))
    const book = (body: object = {}) => {
      const services = [{ service_type_id: given.type.id }]
      const all = { services, start: at('09:00'), ...RULE, hold_id: id, ...body }
      return given.open('POST', `${given.path}/series`, { body: all })
    }
    return { ...given, book }
  }

  test('uses the hold for the first visit', async () => {
    const { book } = await givenHeld()
    const { status, body } = await book()
    expect(status).toBe(201)
    expect(body.bookings.map(({ start }: { start: string }) => start)).toEqual([
      at('09:00', 2),
      at('09:00', 3),
    ])
  })

  test('books nothing when another visit clashes, and keeps the hold', async () => {
    const { api, type, book, open, path } = await givenHeld()
    await givenBooking(api, bookingOf(type.id, at('09:00', 3)))
    expect((await book()).status).toBe(409)
    const query = `service_type_id=${type.id}&from=${at('09:00')}&to=${at('09:30')}`
    expect((await open('GET', `${path}/times?${query}`)).body.data).toEqual([])
  })

  test('answers 400 at /hold_id when the hold is for another time', async () => {
    const { book } = await givenHeld()
    const { status, body } = await book({ start: at('10:00') })
    expect([status, body.errors[0].pointer]).toEqual([400, '/hold_id'])
  })

  test('leaves a hold of another organisation in place', async () => {
    const [mine, theirs] = [await givenHeld(), await givenPage(await shared())]
    const { id } = await accepted(hold(theirs))
    expect((await mine.book({ hold_id: id, start: at('10:00') })).status).toBe(201)
    expect((await hold({ ...theirs, open: mine.open })).status).toBe(409)
  })
})
