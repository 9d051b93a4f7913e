import { randomUUID } from 'node:crypto'
import { startReceiver } from '@usher/test-kit'
import { useSharedUsher } from './shared-usher.ts'
import type { Usher } from './stack.ts'
import { type Clock, createTester, type Tester } from './test-clock.ts'

const MONDAY = Date.parse('2026-03-02T00:00:00.000Z')
const HOUR_MS = 3_600_000
const DAYS = 7
/** Of each day, in UTC. */
const HOURS = [9, 11, 13, 15, 17, 19] as const
const GUESTS = 500
const BOOKINGS = 100

let usher: Usher
let tester: Tester
beforeAll(async () => {
  usher = await useSharedUsher()
  tester = await createTester(usher)
})
afterAll(() => usher?.[Symbol.asyncDispose]())

const at = (day: number, hour: number) => new Date(MONDAY + (24 * day + hour) * HOUR_MS).toISOString()

/** Made one after another, as their order matters. */
async function inOrder<T>(count: number, make: (i: number) => Promise<T>): Promise<T[]> {
  const made: T[] = []
  for (let i = 0; i < count; i += 1) made.push(await make(i))
  return made
}

async function createVenue({ byKey, inSession }: Clock, receiverUrl: string) {
  const endpoint = { url: receiverUrl, event_types: ['guest.*', 'booking.*', 'notification.*'] }
  const hook = await byKey('POST', '/v1/webhook-endpoints', { body: endpoint })
  const queue = await byKey('POST', '/v1/queues', {
    body: { name: 'Week', timezone: 'UTC', no_show_after_minutes: 15 },
  })
  const messages = {
    automatic: { reminder: true, no_show: true },
    quiet_hours: { start: '21:00', end: '08:00' },
  }
  await byKey('PATCH', `/v1/queues/${queue.body.id}/messages`, { body: messages })
  const weekly_hours = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map(
    (day) => ({ day, start: '09:00', end: '19:00' }),
  )
  const provider = await inSession('POST', '/api/providers', {
    body: { name: 'Grace', timezone: 'UTC', weekly_hours },
  })
  const type = await inSession('POST', '/api/service-types', {
    body: { name: 'Table', duration_minutes: 30, provider_ids: [provider.body.id] },
  })
  return {
    queueId: queue.body.id as string,
    typeId: type.body.id as string,
    hookId: hook.body.id as string,
    made: [hook, queue, provider, type].map(({ status, body }) => (status === 201 ? status : body)),
  }
}

describe('a venue on a test clock', () => {
  test('sends the webhooks of a whole week of guests and bookings', async () => {
    await using receiver = await startReceiver()
    receiver.answers.push(500, 200, 503, 200, 200, 500)
    const startedAt = performance.now()
    await using clock = await tester.startClock(at(0, 0))
    const { queueId, typeId, made } = await createVenue(clock, receiver.url)
    expect(made).toEqual([201, 201, 201, 201])
    await inOrder(BOOKINGS, async (i) => {
      const start = new Date(
        MONDAY + ((i % DAYS) * 24 + 9 + Math.floor(i / DAYS) / 2) * HOUR_MS,
      ).toISOString()
      const body = { service_type_id: typeId, start, customer: { name: `B ${i}`, phone: '+14155552671' } }
      const booked = await clock.inSession('POST', '/api/bookings', {
        body,
        headers: { 'idempotency-key': randomUUID() },
      })
      expect([booked.status, booked.body]).toEqual([201, booked.body])
    })
    let advancingMs = 0
    const advance = async (to: string) => {
      const from = performance.now()
      const answer = await clock.advance(to)
      advancingMs += performance.now() - from
      expect(answer.body).toMatchObject({ status: 'ready', now: to })
    }
    let left = GUESTS
    const perVisit = Math.ceil(GUESTS / (DAYS * HOURS.length))
    for (let day = 0; day < DAYS; day += 1) {
      for (const hour of HOURS) {
        await advance(at(day, hour))
        const coming = Math.min(perVisit, left)
        left -= coming
        const ids = await inOrder(coming, async (i) => {
          const body = { name: `G ${day} ${hour} ${i}`, phone: `+1415555${2000 + ((left + i) % 1000)}` }
          const guest = await clock.byKey('POST', `/v1/queues/${queueId}/guests`, { body })
          expect([guest.status, guest.body]).toEqual([201, guest.body])
          return guest.body.id as string
        })
        await inOrder(ids.length, async (i) => {
          const called = await clock.byKey('POST', `/v1/guests/${ids[i]}/notify`)
          expect(called.status).toBe(200)
          if (i % 3 > 0) await clock.byKey('POST', `/v1/guests/${ids[i]}/seat`)
        })
      }
    }
    await advance(at(DAYS, 0))
    const totalMs = performance.now() - startedAt
    const seconds = (ms: number) => (ms / 1_000).toFixed(1)
    process.stderr.write(
      `A week took ${seconds(advancingMs)} s of advancing, ${seconds(totalMs)} s with the requests; ${receiver.received.length} webhooks.\n`,
    )
    const told = receiver.received.map(({ raw }) => JSON.parse(raw.toString()))
    const ids = (event: string) =>
      new Set(told.filter((one) => one.event === event).map(({ data }) => data.id)).size
    expect([ids('guest.added'), ids('booking.created')]).toEqual([GUESTS, BOOKINGS])
    // One in three does not come, and the first of each visit is one of them.
    expect(ids('guest.no_show')).toBeGreaterThanOrEqual(GUESTS / 3)
    expect(ids('guest.seated') + ids('guest.no_show')).toBe(GUESTS)
  }, 300_000)
})
