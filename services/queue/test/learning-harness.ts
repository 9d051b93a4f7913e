import { newId } from '@usher/service-kit'
import { DAY_MS, MINUTE_MS } from '@usher/service-kit/durations'
import type { Client } from '@usher/test-kit'
import mongoose from 'mongoose'
import type { GuestRecord } from '../src/records/guest-record.ts'
import type { PaceRecord } from '../src/records/pace-record.ts'
import type { StoredQuote } from '../src/records/stored-quote.ts'
import { givenGuest, givenQueue, startHarness } from './harness.ts'

/** Enough parties that quotes are made from the history, and the number that wait meanwhile. */
const PARTIES = 12
const WAITING = 3

interface Outcomes {
  readonly queue: string
  readonly count?: number
  /** How many times as long as expected guests waited. */
  readonly factor?: number
  readonly daysAgo?: number
  /** Fields that differ from those of usual outcomes. */
  readonly guest?: Partial<GuestRecord>
  readonly quote?: Partial<StoredQuote>
}

/** Another guest like one who was seated, who waited `factor` times as long as expected. */
const servedLike = (seated: GuestRecord, expected: number, factor: number): GuestRecord => ({
  ...{ ...seated, _id: newId('guest') },
  quote: {
    ...seated.quote,
    ...{ expected, median: expected, spread: 10, low: expected, high: expected + 15 },
    ...{ actual: factor * expected, nobody_ahead: false, log_slowness: 0 },
  },
})

/** A harness that also reads and writes stored paces and guests. */
export async function startLearningHarness() {
  const stack = new AsyncDisposableStack()
  const harness = stack.use(await startHarness())
  const database = await mongoose.createConnection(harness.config.mongoUrl).asPromise()
  stack.defer(() => database.destroy())
  const guests = database.collection<GuestRecord>('guests')
  const paces = database.collection<PaceRecord>('paces')
  return {
    ...harness,
    database,
    guests,
    paces,
    paceOf: async (queue: string) => (await paces.findOne({ _id: queue }))?.pace,
    /** Stores guests who were served, as if they had been quoted and called in the days before. */
    async givenOutcomes({ queue, count = 100, factor = 1, daysAgo = 1, guest, quote }: Outcomes) {
      const seated = await guests.findOne({ queue_id: queue, status: 'seated' })
      if (!seated) throw new Error(`nobody was seated in ${queue}`)
      const settled_at = new Date(harness.clock.now().getTime() - daysAgo * DAY_MS)
      const stored = Array.from({ length: count }, (_, i) => {
        const like = servedLike(seated, 10 + (i % 30), factor)
        return { ...like, ...guest, quote: { ...like.quote, settled_at, ...quote } }
      })
      await guests.insertMany(stored)
    },
    /** Moves the clock to the next noon in UTC, far from the night and the end of the day. */
    waitForNoon() {
      const sinceMidnight = harness.clock.now().getTime() % DAY_MS
      harness.clock.advance(((DAY_MS * 3) / 2 - sinceMidnight) % DAY_MS)
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
    /** A queue in which a party was taken every ten minutes, and three wait. */
    async givenHistory(api: Client, settings: object = {}): Promise<string> {
      const queue = await givenQueue(api, { timezone: 'UTC', ...settings })
      const line: string[] = []
      for (let i = 0; i < WAITING; i += 1) line.push(await givenGuest(api, queue))
      for (let i = 0; i < PARTIES; i += 1) {
        line.push(await givenGuest(api, queue))
        harness.clock.advance(10 * MINUTE_MS)
        await api('POST', `/v1/guests/${line.shift()}/seat`)
      }
      return queue
    },
  }
}

export type LearningHarness = Awaited<ReturnType<typeof startLearningHarness>>

/** The wait of a guest who would join now. */
export async function newcomersWait(api: Client, queue: string) {
  const { body } = await api('GET', `/v1/queues/${queue}`)
  return { low: body.estimated_wait as number, range: body.estimated_wait_range }
}

/** Estimated waits of the guests in line, in order. */
export async function waitsInLine(api: Client, queue: string): Promise<number[]> {
  const { body } = await api('GET', `/v1/queues/${queue}/guests?limit=100`)
  return body.data.map((guest: { estimated_wait: number }) => guest.estimated_wait)
}
