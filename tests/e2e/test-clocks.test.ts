import { clockOrganizationId } from '@usher/contracts'
import { connectMongo } from '@usher/service-kit'
import { startReceiver, until } from '@usher/test-kit'
import { useSharedUsher } from './shared-usher.ts'
import type { Usher } from './stack.ts'
import { type Clock, createTester, type Tester } from './test-clock.ts'

const START = '2026-03-02T09:00:00.000Z'
const at = (time: string) => `2026-03-02T${time}.000Z`

let usher: Usher
let tester: Tester
beforeAll(async () => {
  usher = await useSharedUsher()
  tester = await createTester(usher)
})
afterAll(() => usher?.[Symbol.asyncDispose]())

const addQueue = async ({ byKey }: Clock, more = {}) =>
  (await byKey('POST', '/v1/queues', { body: { name: 'Trial', timezone: 'UTC', ...more } })).body.id

const addGuest = async ({ byKey }: Clock, queueId: string, more = {}) =>
  (await byKey('POST', `/v1/queues/${queueId}/guests`, { body: { name: 'Ada', ...more } })).body

const guestAt = async ({ byKey }: Clock, id: string) => (await byKey('GET', `/v1/guests/${id}`)).body

const messagesTo = async ({ byKey }: Clock, guestId: string) =>
  (await byKey('GET', `/v1/notifications?guest_id=${guestId}`)).body.data
    .map(({ kind, status, sent_at }: Record<string, string>) => ({ kind, status, sent_at }))
    .toReversed()

describe('a test clock', () => {
  test('marks a guest as no_show at the virtual time when advanced past it', async () => {
    await using clock = await tester.startClock(START)
    const queueId = await addQueue(clock, { no_show_after_minutes: 10 })
    const { id, created_at } = await addGuest(clock, queueId)
    expect(created_at ?? START).toBe(START)
    await clock.byKey('POST', `/v1/guests/${id}/notify`)
    const before = await clock.advance('2026-03-02T09:09:59.999Z')
    expect(before).toMatchObject({
      status: 200,
      body: { status: 'ready', now: '2026-03-02T09:09:59.999Z', livemode: false },
    })
    expect((await guestAt(clock, id)).status).toBe('notified')
    await clock.advance(at('12:00:00'))
    expect(await guestAt(clock, id)).toMatchObject({ status: 'no_show', no_show_at: at('09:10:00') })
  })

  test('retries failed webhooks at virtual times', async () => {
    await using receiver = await startReceiver()
    receiver.answers.push(500, 500, 500)
    await using clock = await tester.startClock(START)
    const endpoint = { url: receiver.url, event_types: ['guest.added'] }
    const made = await clock.byKey('POST', '/v1/webhook-endpoints', { body: endpoint })
    await addGuest(clock, await addQueue(clock))
    await clock.advance('2026-03-03T09:00:00.000Z')
    expect(receiver.received).toHaveLength(4)
    const log = (await clock.byKey('GET', `/v1/webhook-endpoints/${made.body.id}/deliveries`)).body.data
    expect(log).toMatchObject([{ status: 'delivered', attempts: [{}, {}, {}, {}] }])
    const minutes = log[0].attempts.map(({ started_at }: { started_at: string }) =>
      Math.floor((Date.parse(started_at) - Date.parse(START)) / 60_000),
    )
    // After 5 s, 5 min and 30 min, each up to a tenth later.
    expect(minutes.slice(0, -1)).toEqual([0, 0, 5])
    expect(minutes.at(-1)).toBeGreaterThanOrEqual(35)
    expect(minutes.at(-1)).toBeLessThanOrEqual(39)
    // Receivers compare the signed time with their own clock.
    const signedAt = Number(receiver.received.at(-1)?.headers['webhook-timestamp']) * 1_000
    expect(Math.abs(signedAt - Date.now())).toBeLessThan(120_000)
  })

  test('sends messages at virtual times, and none in quiet hours', async () => {
    await using clock = await tester.startClock(at('21:50:00'))
    const queueId = await addQueue(clock, { no_show_after_minutes: 60 })
    const automatic = { reminder: true, no_show: true }
    await clock.byKey('PATCH', `/v1/queues/${queueId}/messages`, {
      body: { automatic, reminder_after_minutes: 5, quiet_hours: { start: '22:00', end: '23:30' } },
    })
    const { id } = await addGuest(clock, queueId, { phone: '+14155552671' })
    await clock.byKey('POST', `/v1/guests/${id}/notify`)
    await clock.advance('2026-03-03T12:00:00.000Z')
    expect(await messagesTo(clock, id)).toEqual([
      { kind: 'added', status: 'delivered', sent_at: at('21:50:00') },
      { kind: 'ready', status: 'delivered', sent_at: at('21:50:00') },
      { kind: 'reminder', status: 'delivered', sent_at: at('21:55:00') },
      // A no-show at 22:50 is no matter for the night.
      { kind: 'no_show', status: 'delivered', sent_at: at('23:30:00') },
    ])
  })
})

describe('isolation of a test clock', () => {
  test('answers 404 to another organisation that uses, advances or deletes the clock', async () => {
    const { demo } = usher
    const stranger = await createTester({ ...usher, demo: { ...demo, ...demo.second } })
    await using clock = await tester.startClock(START)
    const queueId = await addQueue(clock)
    const named = { headers: { 'usher-test-clock': clock.id } }
    const namedAs = (id: string) => ({ headers: { 'usher-test-clock': id } })
    const unknown = namedAs('clk_01h455vb4pex5vsknk084sn02q')
    const path = `/v1/test/clocks/${clock.id}`
    const refused = [
      await stranger.byKey('GET', '/v1/queues', named),
      await stranger.byKey('POST', '/v1/queues', { body: { name: 'X' }, ...named }),
      await stranger.byKey('GET', path),
      await stranger.byKey('POST', `${path}/advance`, { body: { to: at('10:00:00') } }),
      await stranger.byKey('DELETE', path),
      await tester.byKey('GET', '/v1/queues', unknown),
      await tester.byKey('GET', '/v1/queues', namedAs('x'.repeat(3_000))),
      await tester.byKey('GET', '/v1/queues', namedAs(`${clock.id}, ${clock.id}`)),
    ]
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
      refused.map(() => [404, 'not_found']),
    )
    expect((await tester.byKey('GET', path)).body).toMatchObject({ now: START, status: 'ready' })
    expect((await clock.byKey('GET', `/v1/queues/${queueId}`)).status).toBe(200)
  })

  test('hides its data from requests without the clock, with another clock or in live mode', async () => {
    await using clock = await tester.startClock(START)
    await using other = await tester.startClock(START)
    const queueId = await addQueue(clock)
    const path = `/v1/queues/${queueId}`
    const all = await Promise.all([tester.byKey, other.byKey, usher.api].map((call) => call('GET', path)))
    expect(all.map(({ status }) => status)).toEqual([404, 404, 404])
    const live = (await usher.api('POST', '/v1/queues', { body: { name: 'Live' } })).body
    await clock.advance(at('23:00:00'))
    expect((await clock.byKey('GET', `/v1/queues/${live.id}`)).status).toBe(404)
    expect((await usher.api('GET', `/v1/queues/${live.id}`)).body).toEqual(live)
    const refused = await usher.api('GET', '/v1/queues', { headers: { 'usher-test-clock': clock.id } })
    expect(refused).toMatchObject({ status: 400, body: { code: 'mode_mismatch' } })
  })

  test('deletes its data with the clock', async () => {
    const clock = await tester.startClock(START)
    const queueId = await addQueue(clock)
    await addGuest(clock, queueId)
    await clock[Symbol.asyncDispose]()
    expect((await clock.byKey('GET', `/v1/queues/${queueId}`)).status).toBe(404)
    const url = new URL(usher.stack.environments.queue?.MONGODB_URL ?? '')
    const connection = await connectMongo(url.href)
    try {
      const { db } = connection.useDb(`${connection.name}_clocks`)
      const organization_id = clockOrganizationId(usher.demo.organization_id, clock.id)
      await until('the data is gone', async () => {
        const counts = await Promise.all(
          ['guests', 'queues'].map((name) => db?.collection(name).countDocuments({ organization_id })),
        )
        return counts.every((count) => count === 0)
      })
    } finally {
      await connection.destroy()
    }
  })
})
