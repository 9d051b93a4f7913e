import type { Booking } from '@usher/contracts'
import { until } from '@usher/test-kit'
import { GOOGLES_NOT_FOUND } from './strangers.ts'
import { ANN, at, booked, bookingOf, cycle, idOfEvent, linked, startTwoWay, type TwoWay } from './two-way.ts'

const API = '/api/google-calendar/connections'

let all: TwoWay
/** A calendar that blocks time, and one that Usher does not use. */
let work: string
let home: string
let connectionId: string
beforeAll(async () => {
  all = await startTwoWay()
  work = all.google.createCalendar(ANN, { summary: 'Work' })
  home = all.google.createCalendar(ANN, { summary: 'Home' })
  connectionId = (await linked(all))._id
  const body = { busy_calendar_ids: [ANN, work] }
  expect((await all.calendarApi('PATCH', `${API}/${connectionId}`, { body })).status).toBe(200)
  await cycle(all)
})
afterAll(() => all[Symbol.asyncDispose]())

const user = (calendar = ANN) => all.google.events(calendar, ANN)

/** Google has no tombstone of the event. */
function purge(id: string) {
  user().delete(id)
  const answer = { status: 404, body: GOOGLES_NOT_FOUND }
  all.google.faults.add({
    kind: 'answer',
    method: 'GET',
    path: new RegExp(`/events/${id}$`),
    answer,
    times: 50,
  })
}

/** Puts a copy with some of its fields in another calendar, and deletes the event. */
function replaceBy(calendar: string, id: string, fields: readonly string[]) {
  const event = user().get(id)
  const all = { ...event?.fields, iCalUID: event?.iCalUID } as Record<string, unknown>
  const kept = Object.fromEntries(fields.map((name) => [name, all[name]]))
  user(calendar).insert({ start: event?.start, end: event?.end, ...kept })
  user().delete(id)
}

type Odd = (id: string, on: (time: string, later?: number) => string) => void
type Row = readonly [what: string, odd: Odd, conflict?: string]

/** What its owner or another program does to the event of a booking, and the conflict that staff see. */
const TABLE: readonly Row[] = [
  ['moved to a calendar that is not linked', (id) => all.google.moveEvent(id, ANN, home), 'moved_calendar'],
  ['moved to a calendar that blocks time', (id) => all.google.moveEvent(id, ANN, work), 'moved_calendar'],
  [
    'moved to another calendar while changes are lost',
    (id) => {
      all.google.losePushes(5)
      all.google.moveEvent(id, ANN, home)
      all.google.expireSyncTokens(ANN)
    },
    'moved_calendar',
  ],
  [
    'moved to another calendar and back',
    (id) => {
      all.google.moveEvent(id, ANN, home)
      all.google.moveEvent(id, home, ANN)
    },
  ],
  [
    'copied to another calendar and deleted',
    (id) => replaceBy(home, id, ['summary', 'extendedProperties']),
    'moved_calendar',
  ],
  ['imported elsewhere and deleted', (id) => replaceBy(home, id, ['summary', 'iCalUID']), 'moved_calendar'],
  ['gone without a trace', purge, 'event_missing'],
  [
    'deleted and restored',
    (id) => {
      user().delete(id)
      user().restore(id)
    },
  ],
  ['shown as free', (id) => user().edit(id, { transparency: 'transparent' })],
  ['tentative', (id) => user().edit(id, { status: 'tentative' })],
  ['private', (id) => user().edit(id, { visibility: 'private' })],
  ['without our properties', (id) => user().edit(id, { extendedProperties: null })],
  ['without a title', (id) => user().edit(id, { summary: null, description: null })],
  [
    'declined by its owner',
    (id) => user().edit(id, { attendees: [{ email: ANN, responseStatus: 'declined' }] }),
  ],
  ['in a zone of Windows', (id) => user().relabel(id, 'W. Europe Standard Time')],
  ['in a zone nobody knows', (id) => user().relabel(id, 'tzone://Microsoft/Custom')],
  [
    'of a whole day',
    (id, on) => user().move(id, on('00:00').slice(0, 10), on('00:00', 1).slice(0, 10)),
    'move_refused',
  ],
  ['of no length', (id, on) => user().move(id, on('09:00'), on('09:00')), 'move_refused'],
  ['at a time long past', (id) => user().move(id, '2001-01-01T09:00:00Z'), 'move_refused'],
  ['further ahead than calendars are read', (id) => user().move(id, '2099-01-01T09:00:00Z'), 'move_refused'],
  [
    'repeated every week',
    (id) => {
      const zoned = (time: unknown) => ({ ...(time as object), timeZone: 'Europe/Berlin' })
      const event = user().get(id)
      user().edit(id, {
        start: zoned(event?.start),
        end: zoned(event?.end),
        recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'],
      })
    },
  ],
]

describe('the event of a booking', () => {
  let day = 2

  const conflictsOf = async ({ id }: Booking): Promise<string[]> => {
    const { body } = await all.calendarApi('GET', `${API}/${connectionId}/conflicts?limit=100`)
    type Conflict = { booking_id: string; kind: string }
    return body.data.filter((one: Conflict) => one.booking_id === id).map(({ kind }: Conflict) => kind)
  }

  /** Ends of the events that begin at a time. */
  const eventsAt = (start: string) => {
    const iso = (time: { dateTime?: string }) => time.dateTime && new Date(time.dateTime).toISOString()
    return user()
      .all.filter((event) => iso(event.start) === start)
      .map(({ end }) => iso(end))
  }

  /** Events that customers get messages about. */
  const messagesOf = ({ id }: Booking) =>
    all.events
      .of(id)
      .filter(({ type, data }) => type === 'booking.cancelled' || (data as { previous?: object }).previous)

  test.each(TABLE.map(([what, odd, ...conflicts]) => [what, { odd, conflicts }] as const))(
    'leaves the booking as it is when it is %s',
    async (_, { odd, conflicts }) => {
      day += 1
      const mine = day
      const on = (time: string, later = 0) => at(time, mine + later)
      const booking = await booked(all, on('09:00'))
      await cycle(all)
      odd(idOfEvent(all, booking), on)
      await cycle(all, { mayFail: true })
      all.google.losePushes(0)
      await cycle(all, { mayFail: true })
      all.google.faults.clear()
      const { start, end } = booking
      expect(await bookingOf(all, booking)).toMatchObject({ status: 'confirmed', start, end })
      expect(eventsAt(start)).toEqual([end])
      expect(await conflictsOf(booking)).toEqual(conflicts)
      expect(messagesOf(booking)).toEqual([])
      await expect(booked(all, start)).rejects.toThrow(/409|422/)
    },
  )

  test('cancels the booking when it is deleted', async () => {
    const booking = await booked(all, at('09:00', 40))
    await cycle(all)
    user().delete(idOfEvent(all, booking))
    await cycle(all)
    expect(await bookingOf(all, booking)).toMatchObject({ status: 'cancelled' })
  })
})

describe('an unanswered invitation', () => {
  const isFree = async (start: string) => {
    const query = `service_type_id=${all.type.id}&from=${start}&to=${start.replace(':00:00', ':30:00')}`
    return (await all.api('GET', `/api/availability?${query}`)).body.data.length > 0
  }

  test('blocks time unless the connection leaves it free', async () => {
    const [start, end] = [at('09:00', 50), at('10:00', 50)]
    const attendees = [{ email: ANN, responseStatus: 'needsAction' }]
    user().insert({ start: { dateTime: start }, end: { dateTime: end }, attendees })
    await cycle(all)
    await until('the time to be closed', async () => !(await isFree(start)))
    for (const [busy_invitations, free] of [
      ['answered', true],
      ['all', false],
    ] as const) {
      const { status } = await all.calendarApi('PATCH', `${API}/${connectionId}`, {
        body: { busy_invitations },
      })
      expect(status).toBe(200)
      await cycle(all)
      await until(busy_invitations, async () => (await isFree(start)) === free)
    }
  })
})
