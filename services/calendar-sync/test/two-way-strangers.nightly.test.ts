import type { Booking } from '@usher/contracts'
import { MINUTE_MS } from '@usher/service-kit/durations'
import { until } from '@usher/test-kit'
import type { CalendarRecord } from '../src/sync/records/calendar-record.ts'
import { STRANGERS_ANSWERS } from './strangers.ts'
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
let day = 0
/** Anew for each call: bookings can be made for some weeks ahead. */
async function begin() {
  all = await startTwoWay()
  await linked(all)
  day = 2
}

/** Every call that two-way sync makes. */
const CALLS = {
  'list events': { method: 'GET', path: /\/events$/ },
  'get an event': { method: 'GET', path: /\/events\/\w+$/ },
  'insert an event': { method: 'POST', path: /\/events$/ },
  'patch an event': { method: 'PATCH', path: /\/events\/\w+$/ },
  'delete an event': { method: 'DELETE', path: /\/events\/\w+$/ },
  'refresh a token': { method: 'POST', path: /\/token$/ },
  'all of them': {},
} as const

/** Success with an empty body is what Google answers to a deletion. */
const answersTo = ({ method }: { readonly method?: string }) =>
  STRANGERS_ANSWERS.filter(([what]) => method !== 'DELETE' || what !== 'success with nothing')

const user = () => all.google.events(ANN)
const statusOf = async (booking: Booking) => (await bookingOf(all, booking)).status

/** Whether Google cannot be asked about a single event. */
const hides = (call: object) => call === CALLS['get an event'] || call === CALLS['all of them']

/** One after the other: a booking at once with another may be refused for the moment. */
async function inTurn(
  makers: readonly (() => Promise<Booking>)[],
): Promise<[Booking, Booking, Booking, Booking]> {
  const made: Booking[] = []
  for (const make of makers) made.push(await make())
  return made as [Booking, Booking, Booking, Booking]
}

async function hasFailed(): Promise<void> {
  await until('a failure', async () => {
    await all.service.jobs.sync.drain()
    return (
      (await all.service.context.connection
        .collection<CalendarRecord>('calendars')
        .countDocuments({ failures: { $gt: 0 } })) > 0
    )
  })
}

describe.each(Object.entries(CALLS))("foreign answers in place of Google's to %s", (_, call) => {
  beforeAll(begin)
  afterAll(() => all[Symbol.asyncDispose]())
  beforeEach(() => all.google.faults.clear())

  test.each(answersTo(call))(
    '%s cancel no booking, and both sides agree afterwards',
    async (_what, status, body) => {
      // Many deletions within ten minutes would pause the connection.
      all.clock.advance(10 * MINUTE_MS + 1)
      day += 1
      const on = (time: string) => at(time, day)
      const [moved, kept, cancelled, removed] = await inTurn(
        ['09:00', '13:00', '15:00', '17:00'].map((time) => () => booked(all, on(time))),
      )
      await quiet(all, { mayFail: true })
      all.google.pausePushes()
      user().retitle(idOfEvent(all, moved), 'My own words')
      user().delete(idOfEvent(all, removed))
      all.google.expireSyncTokens(ANN)
      all.google.expireAccessTokens()
      all.google.faults.add({ ...call, kind: 'answer', answer: { status, body }, times: 500 })
      await all.api('PATCH', `/api/bookings/${moved.id}`, { body: { start: on('10:00') } })
      await all.api('POST', `/api/bookings/${cancelled.id}/cancel`)
      const added = await booked(all, on('12:00'))
      await all.service.context.calendars.wantPull({}, all.clock.now())
      await hasFailed()
      for (const one of [moved, kept, added]) expect(await statusOf(one)).toBe('confirmed')
      if (hides(call)) expect(await statusOf(removed)).toBe('confirmed')

      all.google.faults.clear()
      await all.google.deliverPushes()
      await cycle(all, { mayFail: true })
      expect(whereIs(all, moved)).toMatchObject({ start: on('10:00') })
      expect(whereIs(all, kept)).toMatchObject({ start: on('13:00') })
      expect(whereIs(all, added)).toMatchObject({ start: on('12:00') })
      expect(eventsOf(all, cancelled)).toEqual([])
      for (const one of [moved, kept, added]) expect(await statusOf(one)).toBe('confirmed')
      // Google has said itself that its event was deleted.
      expect(await statusOf(removed)).toBe('cancelled')
    },
  )
})
