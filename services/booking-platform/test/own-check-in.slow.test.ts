import {
  bookingCheckInHandled,
  bookingCopySent,
  type CloudEvent,
  queueDeleted,
  queueUpdated,
  type ServiceType,
} from '@usher/contracts'
import { newEvent, newId } from '@usher/service-kit'
import { HOUR_MS, MINUTE_MS } from '@usher/service-kit/durations'
import { type Client, goldenEvents, until } from '@usher/test-kit'
import { bookingOf, givenBooking, givenServiceType, startHarness } from './harness.ts'
import { stranger } from './online-values.ts'

let harness: Awaited<ReturnType<typeof startHarness>>
let api: Client
beforeAll(async () => {
  harness = await startHarness()
  api = harness.client()
})
afterAll(() => harness[Symbol.asyncDispose]())

/** A client without a credential, from an address of its own. */
const newStranger = (): Client => stranger(harness, `192.0.2.${Math.ceil(Math.random() * 250)}`)

/** A booking that begins in half an hour, with its link. */
async function givenSoon(type: ServiceType, customer: object = {}) {
  const start = Math.ceil(harness.clock.now().getTime() / (30 * MINUTE_MS) + 1) * 30 * MINUTE_MS
  const given = bookingOf(type.id, new Date(start).toISOString())
  const booking = await givenBooking(api, { ...given, customer: { ...given.customer, ...customer } })
  const link = booking.manage_url
  return { booking, link, path: `/public/bookings/${link.slice(link.lastIndexOf('/') + 1)}` }
}

/** Publishes a queue, as its service does, that takes bookings of some service types. */
async function givenQueue(
  service_type_ids: readonly string[],
  more: { id?: string; sequence?: number } = {},
) {
  const { id = newId('queue'), sequence = 1 } = more
  const [golden] = goldenEvents().filter(({ type }) => type === 'queue.updated') as [CloudEvent]
  const slug = id.slice(-16)
  const settings = golden.data as { bookings: object }
  await harness.publish(
    newEvent(queueUpdated, {
      ...about(id, sequence),
      data: queueUpdated.data.parse({
        ...{ ...settings, id, timezone: 'UTC', public_join: true, join: { slug, country: 'US' } },
        bookings: service_type_ids.length > 0 ? { ...settings.bookings, service_type_ids } : null,
      }),
    }),
  )
  return { id, slug }
}

const about = (subject: string, sequence: number) => ({
  ...{ subject, sequence, time: new Date() },
  origin: {
    ...{ organizationId: harness.organizationId, actor: 'mem_host', requestId: newId('request') },
  },
})

/** Waits until a customer can check in by themselves, or not any more. */
const untilOffered = (path: string, isOffered = true) =>
  until('the offer to check in', async () => {
    const { body } = await newStranger()('GET', path)
    return body.can_check_in === isOffered && body
  })

/** What the queue service was asked for a booking. */
const asked = (id: string) =>
  until('the check-in', () =>
    harness.events.events.find(
      ({ type, data }) => type === 'booking.checked_in' && (data as { booking_id: string }).booking_id === id,
    ),
  )

const PLACE = 'http://localhost:8080/w/token-of-a-guest'

/** Answers a check-in as the queue service does. */
async function handle(event: CloudEvent, reason: string | null = null) {
  const { booking_id, queue_id } = event.data as { booking_id: string; queue_id: string }
  const isDone = reason === null
  await harness.publish(
    newEvent(bookingCheckInHandled, {
      ...about(event.subject, 1),
      data: {
        ...{ check_in_id: event.subject, booking_id, queue_id, outcome: isDone ? 'done' : 'refused', reason },
        ...{ guest_id: isDone ? newId('guest') : null, status_url: isDone ? PLACE : null },
      },
    }),
  )
}

describe('checking in by the link of a booking', () => {
  test('sends booking.checked_in to the queue that takes it, and the page then links to the place', async () => {
    const type = await givenServiceType(api)
    const { booking, path } = await givenSoon(type)
    expect((await newStranger()('GET', path)).body).toMatchObject({ can_check_in: false, place_url: null })
    const { id: queue_id } = await givenQueue([newId('serviceType'), type.id])
    await untilOffered(path)
    const { status, body, headers } = await newStranger()('POST', `${path}/check-in`)
    expect([status, body.can_check_in, body.place_url]).toEqual([200, false, null])
    expect(body.checked_in_at).not.toBeNull()
    const event = await asked(booking.id)
    expect(event).toMatchObject({ actor: 'customer', data: { queue_id } })
    await handle(event)
    const seen = await until('the place', async () => {
      const answer = await newStranger()('GET', path)
      return answer.body.place_url && answer
    })
    expect(seen.body.place_url).toBe(PLACE)
    expect(seen.headers.get('etag')).not.toBe(headers.get('etag'))
    expect((await newStranger()('POST', `${path}/check-in`)).status).toBe(200)
    const { body: staffs } = await api('GET', `/api/bookings/${booking.id}`)
    expect(staffs).toMatchObject({ queue_id, check_in_error: null })
    expect(JSON.stringify(staffs)).not.toContain('place_link')
    harness.clock.advance(4 * HOUR_MS)
    expect((await newStranger()('GET', path)).body.place_url).toBeNull()
  })

  test('answers no_queue_for_booking when no queue takes it, any longer or at all', async () => {
    const type = await givenServiceType(api)
    const { path } = await givenSoon(type)
    const { id } = await givenQueue([type.id], { sequence: 2 })
    await untilOffered(path)
    await givenQueue([], { id, sequence: 3 })
    await untilOffered(path, false)
    const refused = await newStranger()('POST', `${path}/check-in`)
    expect([refused.status, refused.body.code]).toEqual([409, 'no_queue_for_booking'])
    await givenQueue([type.id], { id, sequence: 4 })
    await untilOffered(path)
    await harness.publish(newEvent(queueDeleted, { ...about(id, 6), data: { id } }))
    await untilOffered(path, false)
    // One that comes late does not bring it back.
    await givenQueue([type.id], { id, sequence: 5 })
    const marker = await givenSoon(await givenServiceType(api))
    await givenQueue([marker.booking.service_type_id])
    await untilOffered(marker.path)
    expect((await newStranger()('POST', `${path}/check-in`)).body.code).toBe('no_queue_for_booking')
  })

  test('goes to the queue with the lowest id when several take it', async () => {
    const type = await givenServiceType(api)
    const { booking, path } = await givenSoon(type)
    const ids = [newId('queue'), newId('queue')].sort()
    for (const id of ids.toReversed()) await givenQueue([type.id], { id })
    const marker = await givenSoon(await givenServiceType(api))
    await givenQueue([marker.booking.service_type_id])
    await untilOffered(marker.path)
    await newStranger()('POST', `${path}/check-in`)
    expect((await asked(booking.id)).data).toMatchObject({ queue_id: ids[0] })
  })

  test('shows check_in_error after a refusal by the queue, and can be tried again', async () => {
    const type = await givenServiceType(api)
    const { booking, path } = await givenSoon(type)
    await givenQueue([type.id])
    await untilOffered(path)
    await newStranger()('POST', `${path}/check-in`)
    await handle(await asked(booking.id), 'queue_paused')
    const body = await untilOffered(path)
    expect(body).toMatchObject({ check_in_error: 'queue_paused', place_url: null })
    expect((await newStranger()('POST', `${path}/check-in`)).body.check_in_error).toBeNull()
  })

  test('answers 409 when the booking is cancelled or too early, and 404 to a wrong link', async () => {
    const type = await givenServiceType(api)
    await givenQueue([type.id])
    const { booking, path } = await givenSoon(type)
    await untilOffered(path)
    await api('POST', `/api/bookings/${booking.id}/cancel`)
    const refused = await newStranger()('POST', `${path}/check-in`)
    expect([refused.status, refused.body.code]).toEqual([409, 'invalid_transition'])
    const start = new Date(Math.ceil(harness.clock.now().getTime() / HOUR_MS + 5) * HOUR_MS)
    const early = await givenBooking(api, bookingOf(type.id, start.toISOString()))
    const earlyPath = `/public/bookings/${early.manage_url.split('/').at(-1)}`
    expect((await newStranger()('GET', earlyPath)).body.can_check_in).toBe(false)
    expect((await newStranger()('POST', `${earlyPath}/check-in`)).body.code).toBe('invalid_transition')
    expect((await newStranger()('POST', '/public/bookings/x/check-in')).status).toBe(404)
  })
})

describe('checking in at the join page of a queue', () => {
  /** A queue that takes bookings of a new service type, once the service knows it. */
  async function givenPage() {
    const type = await givenServiceType(api, { capacity: 20 })
    const queue = await givenQueue([type.id])
    const { path } = await givenSoon(type, { phone: null, email: 'marker@example.com' })
    await untilOffered(path)
    const by = newStranger()
    const arrive = (contact: string, from = by) =>
      from('POST', `/public/join/${queue.slug}/check-in`, { body: { contact } })
    return { type, queue, arrive }
  }

  const handleNext = async (id: string, reason: string | null = null) => handle(await asked(id), reason)

  test.each([
    ['its phone', { phone: '+14155550101', email: null }, '(415) 555-0101'],
    ['its e-mail address', { phone: null, email: 'Grace@example.com' }, ' grace@EXAMPLE.com'],
    ['its link', { phone: '+14155550102' }, undefined],
  ])('checks in a booking by %s and returns no name', async (_, customer, contact) => {
    const { type, queue, arrive } = await givenPage()
    const { booking, link } = await givenSoon(type, { name: 'Grace Hopper', ...customer })
    const [answer] = await Promise.all([arrive((contact ?? link).trim()), handleNext(booking.id)])
    expect(answer.status).toBe(200)
    const { start, timezone } = booking
    expect(answer.body).toEqual({ start, timezone, service_name: 'Haircut', check_in_error: null })
    const { body } = await api('GET', `/api/bookings/${booking.id}`)
    expect(body).toMatchObject({ queue_id: queue.id })
    expect(body.guest_id).not.toBeNull()
    expect((await arrive((contact ?? link).trim())).body).toEqual(answer.body)
  })

  test("answers with the queue's reason when it refuses the check-in", async () => {
    const { type, arrive } = await givenPage()
    const { booking } = await givenSoon(type, { phone: '+14155550103' })
    const [answer] = await Promise.all([arrive('4155550103'), handleNext(booking.id, 'queue_closed')])
    expect(answer.body).toMatchObject({ check_in_error: 'queue_closed' })
  })

  test('checks in two bookings with one phone number one after the other', async () => {
    const { type, arrive } = await givenPage()
    const one = await givenSoon(type, { phone: '+14155550104' })
    const two = await givenSoon(type, { phone: '+14155550104', name: 'Second' })
    await Promise.all([arrive('4155550104'), handleNext(one.booking.id)])
    await Promise.all([arrive('4155550104'), handleNext(two.booking.id)])
    const { body } = await api('GET', `/api/bookings/${two.booking.id}`)
    expect(body.guest_id).not.toBeNull()
  })

  test('answers the same 404 to every contact without a booking for this queue now', async () => {
    const { type, arrive } = await givenPage()
    const other = await givenSoon(await givenServiceType(api), { phone: '+14155550105' })
    const cancelled = await givenSoon(type, { phone: '+14155550106' })
    await api('POST', `/api/bookings/${cancelled.booking.id}/cancel`)
    const start = new Date(Math.ceil(harness.clock.now().getTime() / HOUR_MS + 30) * HOUR_MS)
    const customer = { name: 'Ada', phone: '+14155550107' }
    await givenBooking(api, bookingOf(type.id, start.toISOString(), { customer }))
    const foreign = await accountOf()
    const given = ['4155550105', '4155550106', '4155550107', foreign, other.link, 'x', '4155550199']
    const answers = []
    for (const contact of given) answers.push(await arrive(contact))
    const told = answers.map(({ status, body: { code, detail } }) => ({ status, code, detail }))
    expect(told).toEqual(given.map(() => ({ status: 404, code: 'not_found', detail: told[0]?.detail })))
  })

  /** The phone of a booking of another organisation. */
  async function accountOf(): Promise<string> {
    const stranger = harness.otherOrganization()
    const type = await givenServiceType(stranger)
    const start = new Date(Math.ceil(harness.clock.now().getTime() / HOUR_MS + 1) * HOUR_MS)
    const customer = { name: 'Ada', phone: '+14155550108' }
    await givenBooking(stranger, bookingOf(type.id, start.toISOString(), { customer }))
    return '4155550108'
  }

  test('answers 429 to an address after 10 wrong contacts; right ones do not count', async () => {
    const { type, arrive } = await givenPage()
    const { booking } = await givenSoon(type, { phone: '+14155550109' })
    await Promise.all([arrive('4155550109'), handleNext(booking.id)])
    const by = newStranger()
    for (let times = 0; times < 12; times += 1) expect((await arrive('4155550109', by)).status).toBe(200)
    for (let times = 0; times < 10; times += 1) expect((await arrive('4155550198', by)).status).toBe(404)
    const refused = await arrive('4155550109', by)
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
    const elsewhere = stranger(harness, '198.51.100.7')
    expect((await arrive('4155550109', elsewhere)).status).toBe(200)
  })

  test('answers 404 when the queue takes no bookings, and 400 to an empty contact', async () => {
    const { slug } = await givenQueue([])
    const path = `/public/join/${slug}/check-in`
    expect((await newStranger()('POST', path, { body: { contact: '4155550101' } })).status).toBe(404)
    const without = await newStranger()('POST', path, { body: { contact: '' } })
    expect(without.body.code).toBe('validation_failed')
  })
})

describe('copies of bookings for the queue service', () => {
  const sentOf = (id: string) => harness.events.of(id).filter(({ type }) => type === bookingCopySent.type)

  test('sends each open booking once when a queue starts to take its service type', async () => {
    const type = await givenServiceType(api, { capacity: 20 })
    const { booking } = await givenSoon(type)
    const start = new Date(Math.ceil(harness.clock.now().getTime() / HOUR_MS + 24 * 20) * HOUR_MS)
    const later = await givenBooking(api, bookingOf(type.id, start.toISOString()))
    const cancelled = await givenSoon(type)
    await api('POST', `/api/bookings/${cancelled.booking.id}/cancel`)
    await givenQueue([type.id])
    const [sent] = await until('the copies', () => sentOf(later.id).length > 0 && sentOf(booking.id))
    expect(sent?.sequence).toBe(1)
    expect(sent?.data).toEqual({
      ...{ id: booking.id, status: 'confirmed', service_type_id: type.id, seats: 1 },
      ...{ customer: booking.customer, start: booking.start, end: booking.end },
    })
    await givenQueue([type.id])
    const marker = await givenSoon(await givenServiceType(api))
    await givenQueue([type.id, marker.booking.service_type_id])
    await until('the copy of another', () => sentOf(marker.booking.id).length > 0)
    expect([booking, later, cancelled.booking].map(({ id }) => sentOf(id).length)).toEqual([1, 1, 0])
  })
})
