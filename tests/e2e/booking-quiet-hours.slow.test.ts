import { type Client, until } from '@usher/test-kit'
import { useSharedUsher } from './shared-usher.ts'
import type { Usher } from './stack.ts'
import { type Clock, createTester, type Tester } from './test-clock.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** A month in which the clocks are set forward, in Berlin. */
const START = Date.parse('2026-03-02T00:00:00.000Z')
const DAYS = 30

let usher: Usher
let tester: Tester
beforeAll(async () => {
  usher = await useSharedUsher()
  tester = await createTester(usher)
})
afterAll(async () => {
  await setQuietHours(null)
  await usher?.[Symbol.asyncDispose]()
})

const setQuietHours = (quiet_hours: object | null) =>
  tester.owner('PATCH', '/account/organization', { body: { quiet_hours } })

const at = (day: number, hour: number) => new Date(START + day * DAY_MS + hour * HOUR_MS).toISOString()

const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

async function createVenue({ inSession }: Clock): Promise<string> {
  const weekly_hours = WEEK.map((day) => ({ day, start: '00:00', end: '00:00' }))
  const provider = await inSession('POST', '/api/providers', {
    body: { name: 'Grace', timezone: 'Europe/Berlin', weekly_hours },
  })
  const body = { name: 'Table', duration_minutes: 30, capacity: 9, provider_ids: [provider.body.id] }
  return (await inSession('POST', '/api/service-types', { body })).body.id
}

interface Message {
  readonly kind: string
  readonly status: string
  readonly sent_at: string | null
}

async function messagesOf(call: Client): Promise<Message[]> {
  const all: Message[] = []
  for (let cursor = ''; ; ) {
    const { body } = await call('GET', `/v1/notifications?limit=100${cursor && `&cursor=${cursor}`}`)
    all.push(...body.data)
    if (!body.next_cursor) return all
    cursor = body.next_cursor
  }
}

/** A clock of an organisation whose quiet hours have become known. */
const quietClock = () =>
  until('the quiet hours on a clock', async () => {
    const clock = await tester.startClock(at(0, 23))
    const typeId = await createVenue(clock)
    const book = async (start: string, name: string) => {
      const body = { service_type_id: typeId, start, customer: { name, phone: '+14155552671' } }
      const { status, body: made } = await clock.inSession('POST', '/api/bookings', { body })
      if (status !== 201) throw new Error(JSON.stringify(made))
      return made.id as string
    }
    await clock.inSession('POST', `/api/bookings/${await book(at(3, 12), 'First')}/cancel`)
    await clock.advance(at(0, 23.1))
    const held = (await messagesOf(clock.byKey)).some(({ status }) => status === 'queued')
    if (held) return { clock, book }
    await clock[Symbol.asyncDispose]()
    return undefined
  })

test('a venue that is quiet from 21:00 to 08:00 sends no message in a month of nights', async () => {
  expect((await setQuietHours({ start: '21:00', end: '08:00' })).status).toBe(200)
  const { clock, book } = await quietClock()
  await using _ending = clock
  for (let day = 1; day < DAYS; day += 1) {
    await clock.advance(at(day, 12))
    const late = await book(at(day + 3, 21.5), `Late ${day}`)
    const early = await book(at(day + 2, 5), `Early ${day}`)
    const moved = await book(at(day + 2, 14), `Moved ${day}`)
    await clock.advance(at(day, 22 + (day % 8)))
    const path = (id: string) => `/api/bookings/${id}`
    if (day % 3 === 0) await clock.inSession('POST', `${path(late)}/cancel`)
    await clock.inSession('PATCH', path(moved), { body: { start: at(day + 2, 16) } })
    if (day % 5 === 0) await clock.inSession('PATCH', path(early), { body: { start: at(day + 2, 23) } })
  }
  await clock.advance(at(DAYS + 5, 12))
  const messages = await messagesOf(clock.byKey)
  const hourOf = (time: string | null) =>
    Number(new Date(time ?? 0).toLocaleTimeString('en-GB', { timeZone: 'Europe/Berlin', hour: '2-digit' }))
  const atNight = messages.filter(({ kind, sent_at }) => {
    const hour = hourOf(sent_at)
    // The first is confirmed to somebody who books at night.
    return (hour >= 21 || hour < 8) && kind !== 'booking_confirmed'
  })
  expect(atNight).toEqual([])
  expect(messages.filter(({ status }) => status !== 'delivered')).toEqual([])
  const counted = (kind: string) => messages.filter((message) => message.kind === kind).length
  expect(['booking_confirmed', 'booking_changed', 'booking_cancelled'].map(counted)).toEqual([88, 34, 10])
  expect(counted('booking_reminder')).toBe(78)
}, 300_000)
