import type { Booking } from '@usher/contracts'
import { SetupError } from '@usher/local'
import {
  ANN,
  at,
  booked,
  bookingOf,
  cycle,
  linked,
  startTwoWay,
  type TwoWay,
} from '../../services/calendar-sync/test/two-way.ts'
import { startMyworld } from './outside-google/myworld.ts'
import { pythonWith } from './python/environment.ts'

const API = '/api/google-calendar/connections'
const WORK = 'work'
const HOME = 'home'

const SEED = {
  user: { email: ANN, name: 'Ann' },
  timeZone: 'Europe/Berlin',
  calendars: [
    { id: WORK, summary: 'Work', accessRole: 'owner' },
    { id: HOME, summary: 'Home', accessRole: 'owner' },
  ],
}

const python = await pythonWith(new URL('outside-google/requirements.txt', import.meta.url).pathname).catch(
  (error) => {
    if (!(error instanceof SetupError)) throw error
    process.stderr.write(`skipped: ${error.message}\n`)
    return undefined
  },
)

interface Event {
  readonly id: string
  readonly status: string
  readonly start: { readonly dateTime?: string; readonly date?: string }
  readonly end: { readonly dateTime?: string; readonly date?: string }
  readonly extendedProperties?: { readonly private?: { readonly bk?: string } }
}

const eventsPath = (calendar: string, id?: string) =>
  `/calendars/${encodeURIComponent(calendar)}/events${id ? `/${id}` : ''}`

/** Stand-ins that are written here behave as we read Google's pages; this one as others do. */
;(!python ? describe.skip : describe)('a Google Calendar that others wrote', () => {
  let google: Awaited<ReturnType<typeof startMyworld>>
  let all: TwoWay
  let connectionId: string
  beforeAll(async () => {
    google = await startMyworld(python ?? '', SEED)
    all = await startTwoWay({}, google.apiUrl)
    connectionId = (await linked(all))._id
    const body = { busy_calendar_ids: [ANN, WORK] }
    expect((await all.calendarApi('PATCH', `${API}/${connectionId}`, { body })).status).toBe(200)
    await cycle(all)
  })
  afterAll(async () => {
    await all?.[Symbol.asyncDispose]()
    await google?.[Symbol.asyncDispose]()
  })

  const eventsOf = async ({ id }: Booking, calendar = ANN): Promise<Event[]> => {
    const { items } = (await google.owner('GET', eventsPath(calendar))) as { items: Event[] }
    return items.filter(({ extendedProperties }) => extendedProperties?.private?.bk === id)
  }

  const span = ({ start, end }: Event) =>
    [start, end].map(({ dateTime = '' }) => new Date(dateTime).toISOString())

  const messagesOf = ({ id }: Booking) =>
    all.events
      .of(id)
      .filter(({ type, data }) => type === 'booking.cancelled' || (data as { previous?: object }).previous)

  const move = (id: string, to: string) =>
    google.owner('POST', `${eventsPath(ANN, id)}/move?destination=${encodeURIComponent(to)}`)
  const patch = (id: string, body: object) => google.owner('PATCH', eventsPath(ANN, id), body)

  /** Lists of changes do not mention here what was moved away; the daily reading finds that it is gone. */
  const readWhole = () =>
    all.service.context.connection.collection('calendars').updateMany({}, { $set: { sync_token: null } })

  const ODD: readonly (readonly [string, (event: Event, day: number) => Promise<unknown>])[] = [
    ['moved to a calendar that is not linked', ({ id }) => move(id, HOME)],
    ['moved to a calendar that blocks time', ({ id }) => move(id, WORK)],
    [
      'copied to another calendar and deleted',
      async ({ id, start, end, extendedProperties }) => {
        await google.owner('POST', eventsPath(HOME), { start, end, extendedProperties })
        await google.owner('DELETE', eventsPath(ANN, id))
      },
    ],
    ['tentative', ({ id }) => patch(id, { status: 'tentative' })],
    ['shown as free', ({ id }) => patch(id, { transparency: 'transparent' })],
    ['private', ({ id }) => patch(id, { visibility: 'private' })],
    [
      'of a whole day',
      ({ id }, day) => {
        const date = (later: number) => ({ date: at('00:00', day + later).slice(0, 10), dateTime: null })
        return patch(id, { start: date(0), end: date(1) })
      },
    ],
    [
      'at a time long past',
      ({ id }) =>
        patch(id, {
          start: { dateTime: '2001-01-01T09:00:00Z' },
          end: { dateTime: '2001-01-01T09:30:00Z' },
        }),
    ],
    ['repeated every week', ({ id }) => patch(id, { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] })],
  ]

  test.each(ODD.map(([what, odd], index) => [what, { odd, day: 3 + index }] as const))(
    'leaves a booking as it is when its event is %s',
    async (_, { odd, day }) => {
      const booking = await booked(all, at('09:00', day))
      const { start, end } = booking
      await cycle(all)
      const [event] = await eventsOf(booking)
      expect(event && span(event)).toEqual([start, end])
      await odd(event as Event, day)
      for (let times = 0; times < 2; times++) {
        await readWhole()
        await cycle(all, { mayFail: true })
      }
      expect(await bookingOf(all, booking)).toMatchObject({ status: 'confirmed', start, end })
      expect((await eventsOf(booking)).map(span)).toEqual([[start, end]])
      expect(messagesOf(booking)).toEqual([])
      await expect(booked(all, start)).rejects.toThrow(/409|422/)
    },
  )

  test('moves the booking when the owner moves its event', async () => {
    const booking = await booked(all, at('09:00', 30))
    await cycle(all)
    const [event] = await eventsOf(booking)
    await patch(event?.id ?? '', {
      start: { dateTime: at('11:00', 30) },
      end: { dateTime: at('11:30', 30) },
    })
    await cycle(all)
    expect(await bookingOf(all, booking)).toMatchObject({ status: 'confirmed', start: at('11:00', 30) })
  })

  test('closes the time of an event of its owner', async () => {
    await google.owner('POST', eventsPath(WORK), {
      start: { dateTime: at('09:00', 31) },
      end: { dateTime: at('10:00', 31) },
    })
    await cycle(all)
    await expect(booked(all, at('09:00', 31))).rejects.toThrow(/409|422/)
  })

  test('cancels the booking when the owner deletes its event', async () => {
    const booking = await booked(all, at('09:00', 32))
    await cycle(all)
    const [event] = await eventsOf(booking)
    await google.owner('DELETE', eventsPath(ANN, event?.id))
    await cycle(all)
    expect(await bookingOf(all, booking)).toMatchObject({ status: 'cancelled' })
  })
})
