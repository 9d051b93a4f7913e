import { type Booking, calendarBusyReplaced } from '@usher/contracts'
import { DAY_MS, MINUTE_MS } from '@usher/service-kit/durations'
import { until } from '@usher/test-kit'
import type { CalendarRecord } from '../src/sync/records/calendar-record.ts'
import {
  ANN,
  at,
  booked,
  bookingOf,
  cycle,
  eventsOf,
  idOfEvent,
  linked,
  quiet,
  startTwoWay,
  type TwoWay,
  whereIs,
} from './two-way.ts'

let all: TwoWay
beforeAll(async () => {
  all = await startTwoWay()
  await linked(all)
})
afterAll(() => all[Symbol.asyncDispose]())

let day = 2
/** A booking at nine with its event, on a day of its own. */
async function given() {
  day += 1
  const mine = day
  const on = (time: string) => at(time, mine)
  const booking = await booked(all, on('09:00'))
  await quiet(all, { mayFail: true })
  return { on, booking }
}

const user = () => all.google.events(ANN)
const patch = (id: string, body: object) => all.api('PATCH', `/api/bookings/${id}`, { body })
const oneCalendar = async () =>
  (await all.service.context.connection
    .collection<CalendarRecord>('calendars')
    .findOne({ calendar_id: ANN })) as never

describe('calendar sync when Google fails', () => {
  test('reads all events again after the sync token expired, and keeps other busy times', async () => {
    const { on, booking } = await given()
    user().insert({ start: { dateTime: on('12:00') }, end: { dateTime: on('13:00') } })
    await cycle(all, { mayFail: true })
    all.google.expireSyncTokens(ANN)
    user().move(idOfEvent(all, booking), on('10:00'))
    await cycle(all, { mayFail: true })
    expect(await bookingOf(all, booking)).toMatchObject({ start: on('10:00') })
    const { generation } = (await oneCalendar()) as { generation: number }
    expect(generation).toBeGreaterThan(1)
    const busy = await all.service.context.busy.spans([{ _id: await keyOf(), generation }])
    expect(busy).toContainEqual({ start: Date.parse(on('12:00')), end: Date.parse(on('13:00')) })
  })

  test('cancels a booking whose event was deleted while the sync token expired', async () => {
    const { booking } = await given()
    all.google.losePushes(5)
    user().delete(idOfEvent(all, booking))
    all.google.expireSyncTokens(ANN)
    await cycle(all, { mayFail: true })
    all.google.losePushes(0)
    expect(await bookingOf(all, booking)).toMatchObject({ status: 'cancelled' })
  })

  test('makes one event although the answer to creating it was lost', async () => {
    all.google.faults.add({ kind: 'cutAfter', method: 'POST', path: /events/, times: 4 })
    const { on, booking } = await given()
    all.google.faults.clear()
    await cycle(all, { mayFail: true })
    expect(eventsOf(all, booking)).toHaveLength(1)
    expect(whereIs(all, booking)).toMatchObject({ start: on('09:00') })
  })

  test('keeps a title changed in Google during a move of the booking', async () => {
    const { on, booking } = await given()
    all.google.pausePushes()
    user().retitle(idOfEvent(all, booking), 'My own words')
    await patch(booking.id, { start: on('10:00') })
    await quiet(all, { mayFail: true })
    await all.google.deliverPushes()
    await quiet(all, { mayFail: true })
    const [event] = eventsOf(all, booking)
    expect(event?.fields.summary).toBe('My own words')
    expect(whereIs(all, booking)).toMatchObject({ start: on('10:00') })
  })

  test.each([
    'backendError',
    'unavailable',
    'userRateLimitExceeded',
    'tooManyRequests',
    'cutBefore',
  ] as const)('cancels nothing while Google answers %s, and applies the changes afterwards', async (kind) => {
    const { on, booking } = await given()
    all.google.faults.add({ kind, times: 50 })
    await all.service.context.calendars.wantPull({}, all.clock.now())
    await patch(booking.id, { start: on('10:00') })
    await until('a failure', async () => {
      await all.service.jobs.sync.drain()
      return (
        (await all.service.context.connection
          .collection<CalendarRecord>('calendars')
          .countDocuments({ failures: { $gt: 0 } })) > 0
      )
    })
    all.google.faults.clear()
    expect(await bookingOf(all, booking)).toMatchObject({ status: 'confirmed' })
    await cycle(all, { mayFail: true })
    expect(await bookingOf(all, booking)).toMatchObject({ status: 'confirmed', start: on('10:00') })
    expect(whereIs(all, booking)).toMatchObject({ start: on('10:00') })
  })

  test('finds a moved event at the next poll when pushes are lost', async () => {
    const { on, booking } = await given()
    all.google.losePushes(5)
    user().move(idOfEvent(all, booking), on('10:00'))
    await quiet(all, { mayFail: true })
    expect(await bookingOf(all, booking)).toMatchObject({ start: on('09:00') })
    all.clock.advance(10 * MINUTE_MS + 1)
    await quiet(all, { mayFail: true })
    all.google.losePushes(0)
    expect(await bookingOf(all, booking)).toMatchObject({ start: on('10:00') })
  })

  test('replaces a push channel before it expires', async () => {
    await given()
    const before = all.google.channels.map(({ id }) => id)
    all.clock.advance(6 * 86_400_000)
    await cycle(all, { mayFail: true })
    const after = all.google.channels.map(({ id }) => id)
    expect(after).toHaveLength(1)
    expect(before).not.toContain(after[0])
  })
})

describe('an unchanged calendar', () => {
  test('takes one request to read', async () => {
    await given()
    await cycle(all, { mayFail: true })
    all.google.requests.clear()
    await all.service.context.calendars.wantPull({}, all.clock.now())
    await quiet(all, { mayFail: true })
    expect(all.google.requests.requests.map(({ method }) => method)).toEqual(['GET'])
  })

  test('is polled without checking all upcoming bookings, which happens once a day', async () => {
    await given()
    await cycle(all, { mayFail: true })
    const links = jest.spyOn(all.service.context.links, 'ensureAll')
    all.clock.advance(10 * MINUTE_MS + 1)
    await quiet(all, { mayFail: true })
    expect(links).not.toHaveBeenCalled()
    all.clock.advance(DAY_MS)
    await quiet(all, { mayFail: true })
    expect(links).toHaveBeenCalledTimes(1)
    links.mockRestore()
  })

  test('republishes its busy times at each poll, but not for reads in between', async () => {
    const told = () =>
      all.events.events.filter(({ type }) => type === calendarBusyReplaced.type).map(({ data }) => data)
    await cycle(all, { mayFail: true })
    all.clock.advance(10 * MINUTE_MS + 1)
    const now = all.clock.now().toISOString()
    await quiet(all, { mayFail: true })
    type Told = { as_of: string; busy: object[] }
    await until('the time of the poll', () => (told().at(-1) as Told).as_of >= now)
    const [before, last] = told().slice(-2) as Told[]
    expect(last?.busy).toEqual(before?.busy)
    const count = told().length
    all.clock.advance(MINUTE_MS)
    await cycle(all, { mayFail: true })
    const { outbox } = all.service.context
    await until('all to be told', async () => (await outbox.countDocuments()) === 0)
    expect(told()).toHaveLength(count)
  })
})

describe('an emptied calendar', () => {
  const path = '/api/google-calendar/connections'

  /** What the pause holds back, read page by page. */
  async function heldOf(id: string): Promise<string[]> {
    const found: string[] = []
    let cursor = ''
    do {
      const { body } = await all.calendarApi('GET', `${path}/${id}/held-bookings?limit=3${cursor}`)
      found.push(...body.data.map(({ booking_id }: { booking_id: string }) => booking_id))
      cursor = body.next_cursor && `&cursor=${body.next_cursor}`
    } while (cursor)
    return found
  }

  /** Bookings whose events all vanished at once, none of which is cancelled. */
  async function emptied() {
    day += 1
    const mine = day
    const times = ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30', '12:00']
    const bookings: Booking[] = []
    for (const time of times) bookings.push(await booked(all, at(time, mine)))
    await quiet(all, { mayFail: true })
    // What was deleted before counts no more.
    all.clock.advance(11 * MINUTE_MS)
    all.google.pausePushes()
    for (const one of bookings) user().delete(idOfEvent(all, one))
    await all.google.deliverPushes()
    await cycle(all, { mayFail: true })
    for (const one of bookings) expect((await bookingOf(all, one)).status).toBe('confirmed')
    const [connection] = (await all.calendarApi('GET', path)).body.data
    expect(connection).toMatchObject({ status: 'paused', breaker: { vanished: 7 } })
    expect(await heldOf(connection.id)).toEqual(bookings.map(({ id }) => id))
    return { bookings, id: connection.id as string }
  }

  const goOn = async (id: string, breaker: 'resume' | 'restore') => {
    const { body } = await all.calendarApi('PATCH', `${path}/${id}`, { body: { breaker } })
    expect(body).toMatchObject({ status: 'active', breaker: null })
    await quiet(all, { mayFail: true })
  }

  test('blocks the times of new events during a pause', async () => {
    const { id } = await emptied()
    user().insert({ start: { dateTime: at('15:00', day) }, end: { dateTime: at('16:00', day) } })
    await cycle(all, { mayFail: true })
    const times = `from=${at('15:00', day)}&to=${at('16:00', day)}`
    await until('the time to be closed', async () => {
      const { body } = await all.api('GET', `/api/availability?service_type_id=${all.type.id}&${times}`)
      return body.data.length === 0
    })
    await goOn(id, 'restore')
    await expect(booked(all, at('15:00', day))).rejects.toThrow('409')
  })

  test('pauses the connection, and "restore" puts all events back without cancelling', async () => {
    const { bookings, id } = await emptied()
    await goOn(id, 'restore')
    await cycle(all, { mayFail: true })
    for (const one of bookings) {
      const { status, start, end } = await bookingOf(all, one)
      expect([status, whereIs(all, one)]).toEqual(['confirmed', { start, end }])
    }
    expect(await heldOf(id)).toEqual([])
  })

  test('pauses the connection, and "resume" cancels all bookings after listing the calendars once', async () => {
    const { bookings, id } = await emptied()
    const listings = () => all.google.requests.count('GET', /calendarList/)
    const before = listings()
    await goOn(id, 'resume')
    expect(listings() - before).toBe(1)
    for (const one of bookings) expect((await bookingOf(all, one)).status).toBe('cancelled')
    expect(await heldOf(id)).toEqual([])
  })
})

const keyOf = async () => ((await oneCalendar()) as { _id: string })._id
