import { randomUUID } from 'node:crypto'
import { type Booking, bookingCreated, type CloudEvent } from '@usher/contracts'
import { MINUTE_MS } from '@usher/service-kit/durations'
import { until } from '@usher/test-kit'
import type { CalendarRecord } from '../src/sync/records/calendar-record.ts'
import {
  ANN,
  accepted,
  aServiceType,
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

type Fault = Parameters<TwoWay['google']['faults']['add']>[0]

/** The calls that sync makes. */
const CALLS = {
  'a whole list': { method: 'GET', path: /\/events$/, query: /timeMin/ },
  'a list of changes': { method: 'GET', path: /\/events$/, query: /syncToken/ },
  'reading an event': { method: 'GET', path: /\/events\/\w+$/ },
  'creating an event': { method: 'POST', path: /\/events$/ },
  'changing an event': { method: 'PATCH', path: /\/events\/\w+$/ },
  'deleting an event': { method: 'DELETE', path: /\/events\/\w+$/ },
  'moving an event back': { method: 'POST', path: /\/events\/\w+\/move$/ },
  'listing calendars': { method: 'GET', path: /\/calendarList$/ },
  'watching a calendar': { method: 'POST', path: /\/events\/watch$/ },
  'closing a channel': { method: 'POST', path: /\/channels\/stop$/ },
  'refreshing a token': { method: 'POST', path: /^\/token$/ },
} as const
type Call = keyof typeof CALLS

const HTML = '<!doctype html><title>502 Bad Gateway</title>'

const refusal = (status: number, reason: string) => ({
  error: { code: status, message: reason, errors: [{ domain: 'global', reason, message: reason }] },
})

const answer = (status: number, body: unknown): Fault => ({ kind: 'answer', answer: { status, body } })
const google = (status: number, reason: string) => answer(status, refusal(status, reason))
const changed = (change: Fault['change']): Fault => ({ kind: 'changed', ...(change && { change }) })

interface Event {
  readonly id: string
  readonly start?: { readonly dateTime: string }
  readonly end?: { readonly dateTime: string }
  readonly extendedProperties?: object
}
type Body = Event & { readonly items?: readonly Event[] }

const isOurs = (one: Event) => one.extendedProperties !== undefined

/** Changes our events, or those that are not, wherever an answer has them. */
const ofEvents = (change: (event: Event) => object, isMeant = isOurs): Fault =>
  changed((body: Body) => {
    if (!body.items) return isMeant(body) ? change(body) : body
    return { ...body, items: body.items.map((one) => (isMeant(one) ? change(one) : one)) }
  })

const onList: readonly Call[] = ['a whole list', 'a list of changes']
const onEvents: readonly Call[] = [
  'a whole list',
  'a list of changes',
  'reading an event',
  'creating an event',
  'changing an event',
]

const anHourBefore = (time: Event['start']) => ({
  dateTime: new Date(Date.parse(time?.dateTime ?? '') - 60 * MINUTE_MS).toISOString(),
})

type Row = readonly [what: string, fault: Fault, calls: readonly Call[]]

const FAULTS: readonly (readonly [what: string, fault: Fault, calls?: readonly Call[]])[] = [
  ['400', google(400, 'invalid')],
  ['401', google(401, 'authError')],
  ['403 rateLimitExceeded', { kind: 'rateLimitExceeded' }],
  ['403 quotaExceeded', google(403, 'quotaExceeded')],
  ['403 insufficientPermissions', google(403, 'insufficientPermissions')],
  ['404', google(404, 'notFound')],
  ['409', google(409, 'duplicate')],
  ['410', google(410, 'deleted')],
  ['412', google(412, 'conditionNotMet')],
  ['429 with Retry-After', { kind: 'tooManyRequests', retryAfter: 120 }],
  ['500', { kind: 'backendError' }],
  ['502 in HTML', answer(502, HTML)],
  ['503', { kind: 'unavailable' }],
  ['a connection reset before the change', { kind: 'cutBefore' }],
  ['a connection reset after the change', { kind: 'cutAfter' }],
  ['a connection reset within the answer', { kind: 'cutWithin' }],
  ['truncated JSON', changed((body) => JSON.stringify(body).slice(0, -20))],
  ['200 with nothing after the change', changed(() => '')],
  ['an echo before the answer', { kind: 'heldAfter', meanwhile: () => all.google.deliverPushes() }],
  [
    'pages without end',
    changed((body) => ({ ...body, nextSyncToken: undefined, nextPageToken: randomUUID() })),
    onList,
  ],
  ['an event without start', ofEvents((event) => ({ ...event, start: undefined })), onEvents],
  [
    "somebody else's event without start",
    ofEvents(
      (event) => ({ ...event, start: undefined }),
      (event) => !isOurs(event),
    ),
    onList,
  ],
  [
    'a cancelled event without other fields',
    ofEvents(({ id }) => ({ kind: 'calendar#event', id, status: 'cancelled' })),
    onEvents,
  ],
  [
    'an older version of the event',
    ofEvents(({ start, end, ...event }) => ({
      ...{ ...event, etag: '"0"', sequence: 0 },
      ...{ start: anHourBefore(start), end: anHourBefore(end) },
    })),
    onEvents.filter((call) => call !== 'reading an event'),
  ],
]

/** All faults that a call can have. */
const faultsOf = (call: Call): Row[] =>
  FAULTS.flatMap(([what, fault, calls = [call]]) =>
    calls.includes(call) ? [[what, fault, calls] as const] : [],
  )

let all: TwoWay
let yoga: string
let home: string
let day = 0
let connectionId: string
/** Again for each call: bookings can be made for some weeks ahead. */
async function begin() {
  all = await startTwoWay()
  home = all.google.createCalendar(ANN, { summary: 'Home' })
  connectionId = (await linked(all))._id
  yoga = (await aServiceType(all.api, [all.providerId], { name: 'Yoga', capacity: 3 })).id
  day = 2
}

const user = () => all.google.events(ANN)
const iso = (time: unknown) => new Date(String((time as { dateTime?: string }).dateTime)).toISOString()
const titlesAt = (start: string) =>
  user()
    .all.filter((event) => iso(event.start) === start)
    .map(({ fields }) => fields.summary)

/** Types of the events of bookings, which messages to customers come from. */
const toldOf = ({ id }: Booking) => all.events.of(id).map(({ type }: CloudEvent) => type)

const conflictsOf = async ({ id }: Booking): Promise<string[]> => {
  const path = `/api/google-calendar/connections/${connectionId}/conflicts?limit=100`
  const { body } = await all.calendarApi('GET', path)
  type Conflict = { booking_id: string; kind: string }
  return body.data.filter((one: Conflict) => one.booking_id === id).map(({ kind }: Conflict) => kind)
}

const isClosed = async (time: string) => {
  const to = new Date(Date.parse(time) + 30 * MINUTE_MS).toISOString()
  const { body } = await all.api(
    'GET',
    `/api/availability?service_type_id=${all.type.id}&from=${time}&to=${to}`,
  )
  return body.data.length === 0
}

/** Makes the next channel due. */
const endChannels = () =>
  all.service.context.connection
    .collection<CalendarRecord>('calendars')
    .updateMany({}, { $set: { 'channels.$[].renew_at': all.clock.now(), watch_after: all.clock.now() } })

/** Books and changes on both sides while a call fails; then the fault ends, and both sides must agree. */
async function change(call: Call, fault: Fault) {
  // Many deletions within ten minutes would pause the connection.
  all.clock.advance(11 * MINUTE_MS)
  day += 1
  const mine = day
  const on = (time: string) => at(time, mine)
  const bookings: Record<string, Booking> = {}
  const book = async (name: string, time: string, given: object = {}) => {
    const booking = await booked(all, on(time), { customer: { name }, ...given })
    bookings[name] = booking
    return booking
  }
  const moved = await book('moved', '08:00')
  const kept = await book('kept', '09:00')
  const cancelled = await book('cancelled', '10:00')
  const removed = await book('removed', '11:00')
  const elsewhere = await book('elsewhere', '12:00')
  const dragged = await book('dragged', '13:00')
  await book('seat 1', '14:00', { service_type_id: yoga })
  const seat = await book('seat 2', '14:00', { service_type_id: yoga })
  const lunch = user().insert({ start: { dateTime: on('16:00') }, end: { dateTime: on('16:30') } })
  const dinner = user().insert({ start: { dateTime: on('17:00') }, end: { dateTime: on('17:30') } })
  await cycle(all, { mayFail: true })

  all.google.pausePushes()
  user().retitle(idOfEvent(all, moved), 'My own words')
  user().delete(idOfEvent(all, removed))
  all.google.moveEvent(idOfEvent(all, elsewhere), ANN, home)
  user().move(idOfEvent(all, dragged), on('18:00'))
  user().move(dinner.id, on('19:00'))
  if (call === 'a whole list') all.google.expireSyncTokens(ANN)
  if (call === 'refreshing a token') all.google.expireAccessTokens()
  if (call === 'watching a calendar' || call === 'closing a channel') await endChannels()
  all.google.requests.clear()
  all.google.faults.add({ ...CALLS[call], ...fault, times: 10_000 })
  await accepted(all.api('PATCH', `/api/bookings/${moved.id}`, { body: { start: on('07:00') } }))
  await accepted(all.api('POST', `/api/bookings/${cancelled.id}/cancel`))
  await accepted(all.api('POST', `/api/bookings/${seat.id}/cancel`))
  const added = await book('added', '20:00')
  await all.service.context.calendars.wantPull({}, all.clock.now())
  await quiet(all, { mayFail: true })
  await cycle(all, { mayFail: true })
  for (const one of [moved, kept, elsewhere, dragged, added])
    expect([one.customer.name, (await bookingOf(all, one)).status]).toEqual([one.customer.name, 'confirmed'])
  const { path, method } = CALLS[call]
  expect(all.google.requests.count(method, path)).toBeGreaterThan(0)

  all.google.faults.clear()
  await all.google.deliverPushes()
  await cycle(all, { mayFail: true })
  // Refused writes and calendars that Google refused are tried again later.
  all.clock.advance(31 * MINUTE_MS)
  await cycle(all, { mayFail: true })
  await cycle(all, { mayFail: true })
  return { on, bookings, moved, kept, cancelled, removed, elsewhere, dragged, added, seat, lunch, dinner }
}

describe.each(Object.keys(CALLS) as Call[])('a fault of Google at %s', (call) => {
  beforeAll(begin)
  afterAll(() => all[Symbol.asyncDispose]())
  afterEach(() => all.google.faults.clear())

  test.each(faultsOf(call))('%s leaves bookings and calendar in agreement', async (what, fault) => {
    const { on, bookings, lunch, dinner, ...of } = await change(call, fault)
    const expected = { moved: '07:00', kept: '09:00', elsewhere: '12:00', dragged: '18:00', added: '20:00' }
    for (const [name, time] of Object.entries(expected)) {
      const booking = bookings[name] as Booking
      const { status, start } = await bookingOf(all, booking)
      expect([name, status, start, whereIs(all, booking)?.start]).toEqual([
        ...[name, 'confirmed', on(time), on(time)],
      ])
    }
    expect(eventsOf(all, of.cancelled)).toEqual([])
    // Where Google did not know the deleted event, it was put back.
    const { status: outcome } = await bookingOf(all, of.removed)
    const isLost = call === 'reading an event' && what === '404'
    expect(outcome).toBe(isLost ? 'confirmed' : 'cancelled')
    expect(eventsOf(all, of.removed)).toHaveLength(isLost ? 1 : 0)
    expect(titlesAt(on('14:00'))).toEqual(['Yoga (1/3)'])
    for (const name of ['kept', 'seat 1', 'added', 'elsewhere'])
      expect([name, toldOf(bookings[name] as Booking)]).toEqual([name, [bookingCreated.type]])
    for (const name of ['moved', 'dragged', 'cancelled'])
      expect([name, toldOf(bookings[name] as Booking).length]).toEqual([name, 2])
    expect(await conflictsOf(of.kept)).toEqual([])
    expect(user().get(lunch.id)).toEqual(lunch)
    expect(user().get(dinner.id)?.status).toBe('confirmed')
    for (const time of ['16:00', '19:00']) await until('the busy time', () => isClosed(on(time)), 5_000)
    expect(await isClosed(on('17:00'))).toBe(false)
    const { body } = await all.calendarApi('GET', `/api/google-calendar/connections/${connectionId}`)
    expect(body).toMatchObject({ status: 'active' })
    all.google.requests.clear()
    await cycle(all, { mayFail: true })
    expect(all.google.requests.requests.filter(({ method }) => method !== 'GET')).toEqual([])
  })
})
