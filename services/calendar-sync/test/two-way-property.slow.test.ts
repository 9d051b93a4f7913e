import type { Booking } from '@usher/contracts'
import { MINUTE_MS } from '@usher/service-kit/durations'
import { scaled } from '@usher/test-kit'
import fc from 'fast-check'
import {
  ANN,
  aServiceType,
  at,
  booked,
  bookingOf,
  cycle,
  idOfEvent,
  linked,
  quiet,
  startTwoWay,
  type TwoWay,
  whereIs,
} from './two-way.ts'

/** More by the environment, to search for longer. */
const RUNS = scaled(6)

let all: TwoWay
beforeAll(async () => {
  all = await startTwoWay()
  await linked(all)
})
afterAll(() => all[Symbol.asyncDispose]())

const TIMES = ['09:00', '10:00', '11:00', '12:00'] as const
const time = fc.constantFrom(...TIMES)
const which = fc.integer({ min: 0, max: 1 })

/** What people do on both sides, and what goes wrong in between. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('move here' as const), which, time }),
  fc.record({ kind: fc.constant('move there' as const), which, time }),
  fc.record({ kind: fc.constant('cancel here' as const), which }),
  fc.record({ kind: fc.constant('delete there' as const), which }),
  fc.record({
    kind: fc.constantFrom('lose pushes', 'repeat pushes', 'expire sync tokens', 'expire access' as const),
  }),
  fc.record({ kind: fc.constantFrom('cut before', 'cut after', 'outage', 'restart', 'cycle' as const) }),
)
type Step = { readonly kind: string; readonly which?: number; readonly time?: string }

type EventOf = (booking: Booking) => string | Promise<string>

async function take(
  one: Step,
  bookings: readonly Booking[],
  { on, eventOf }: { on: (time: string) => string; eventOf: EventOf },
): Promise<void> {
  const { google, api } = all
  const booking = bookings[one.which ?? 0] as Booking
  const event = await eventOf(booking)
  const fault = (kind: 'cutBefore' | 'cutAfter' | 'unavailable', times: number) =>
    google.faults.add({ kind, times })
  if (one.kind === 'move here')
    await api('PATCH', `/api/bookings/${booking.id}`, { body: { start: on(one.time ?? '') } })
  else if (one.kind === 'cancel here') await api('POST', `/api/bookings/${booking.id}/cancel`)
  else if (one.kind === 'move there' && event) google.events(ANN).move(event, on(one.time ?? ''))
  else if (one.kind === 'delete there' && event) google.events(ANN).delete(event)
  else if (one.kind === 'lose pushes') google.losePushes(3)
  else if (one.kind === 'repeat pushes') google.repeatPushes(3)
  else if (one.kind === 'expire sync tokens') google.expireSyncTokens(ANN)
  else if (one.kind === 'expire access') google.expireAccessTokens()
  else if (one.kind === 'cut before') fault('cutBefore', 1)
  else if (one.kind === 'cut after') fault('cutAfter', 1)
  else if (one.kind === 'outage') fault('unavailable', 5)
  else if (one.kind === 'cycle') await cycle(all, { mayFail: true })
  else if (one.kind === 'restart') {
    await all.stop()
    await all.begin()
  }
}

let day = 2

interface Given {
  readonly book: (start: string) => Promise<Booking>
  readonly eventOf: EventOf
  readonly check: (
    bookings: readonly Booking[],
    steps: readonly Step[],
    on: (time: string) => string,
  ) => Promise<void>
}

/** Has people act on both sides while anything goes wrong, and checks both sides two cycles later. */
const expectSame = ({ book, eventOf, check }: Given) =>
  fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
      day += 1
      const mine = day
      // Deletions of one run are not those of the next, which together would pause the connection.
      all.clock.advance(11 * MINUTE_MS)
      const on = (text: string) => at(text, mine)
      const bookings = [await book(on('09:00')), await book(on('10:00'))]
      await quiet(all, { mayFail: true })
      for (const one of steps) await take(one, bookings, { on, eventOf })
      all.google.faults.clear()
      all.google.losePushes(0)
      await cycle(all, { mayFail: true })
      await cycle(all, { mayFail: true })
      const writes = () => all.google.requests.requests.filter(({ method }) => method !== 'GET').length
      const before = writes()
      await cycle(all, { mayFail: true })
      expect(writes()).toBe(before)
      await check(bookings, steps, on)
    }),
    { numRuns: RUNS, endOnFailure: true },
  )

test('bookings and events agree within two cycles, whatever changes and failures happen on both sides', async () => {
  await expectSame({
    book: (start) => booked(all, start),
    eventOf: (booking) => idOfEvent(all, booking),
    async check(bookings, steps) {
      for (const booking of bookings) {
        const { status, start, end, cancel_reason } = await bookingOf(all, booking)
        const isOn = status === 'confirmed'
        expect(whereIs(all, booking)).toEqual(isOn ? { start, end } : null)
        const wasCancelled = steps.some(({ kind }) => kind === 'cancel here' || kind === 'delete there')
        if (!isOn) expect([wasCancelled, status]).toEqual([true, 'cancelled'])
        if (cancel_reason) expect(steps.some(({ kind }) => kind === 'delete there')).toBe(true)
      }
    },
  })
})

test('sessions show their bookings after people act on both sides while anything goes wrong', async () => {
  const { id } = await aServiceType(all.api, [all.providerId], { name: 'Yoga', capacity: 2 })
  const events = (start: string) =>
    all.google.events(ANN).all.filter((event) => {
      const { dateTime } = event.start as { dateTime?: string }
      return dateTime && new Date(dateTime).toISOString() === start
    })
  await expectSame({
    book: (start) => booked(all, start, { service_type_id: id }),
    eventOf: async (booking) => events((await bookingOf(all, booking)).start)[0]?.id ?? '',
    async check(bookings, steps, on) {
      const now = await Promise.all(bookings.map((booking) => bookingOf(all, booking)))
      for (const time of TIMES) {
        const count = now.filter(({ status, start }) => status === 'confirmed' && start === on(time)).length
        const titles = events(on(time)).map(({ fields }) => fields.summary)
        expect(titles).toEqual(count ? [`Yoga (${count}/2)`] : [])
      }
      const cancelled = steps.filter(({ kind }) => kind === 'cancel here').map(({ which }) => which)
      for (const [index, { status }] of now.entries())
        expect(status).toBe(cancelled.includes(index) ? 'cancelled' : 'confirmed')
    },
  })
})
