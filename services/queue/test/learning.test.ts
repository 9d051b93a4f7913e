import { newId } from '@usher/service-kit'
import { DAY_MS, MINUTE_MS } from '@usher/service-kit/durations'
import { type Client, startTcpProxy, until } from '@usher/test-kit'
import { settledOutcomes } from '../src/learning/outcome-store.ts'
import { startQueue } from '../src/service.ts'
import { givenGuest, givenQueue } from './harness.ts'
import { type LearningHarness, newcomersWait, startLearningHarness, waitsInLine } from './learning-harness.ts'

let harness: LearningHarness
let api: Client
beforeAll(async () => {
  harness = await startLearningHarness()
  api = harness.client()
})
beforeEach(() => harness.waitForNoon())
afterAll(() => harness[Symbol.asyncDispose]())

const low = async (queue: string) => (await newcomersWait(api, queue)).low

/** What a newcomer is quoted after the night, before and after learning. */
async function overnight(queue: string): Promise<[before: number, after: number]> {
  harness.clock.advance(DAY_MS)
  const before = await low(queue)
  await harness.service.learn()
  return [before, await low(queue)]
}

describe('given outcomes of a queue', () => {
  test('when the night has not come, then nothing is learnt; after it, once', async () => {
    const queue = await harness.givenHistory(api)
    await harness.givenOutcomes({ queue, factor: 1.6 })
    const due = (await harness.paceOf(queue))?.learn_at ?? 0
    expect(new Date(due).getUTCHours()).toBe(4)
    harness.clock.advance(due - harness.clock.now().getTime() - MINUTE_MS)
    await harness.service.learn()
    expect(await harness.paceOf(queue)).toMatchObject({ learn_at: due })
    expect(await harness.paceOf(queue)).not.toHaveProperty('correction')
    harness.clock.advance(MINUTE_MS)
    await harness.service.learn()
    const learnt = await harness.paceOf(queue)
    expect(learnt).toHaveProperty('correction')
    expect(learnt).not.toHaveProperty('learn_at')

    harness.clock.advance(2 * DAY_MS)
    await harness.service.learn()
    expect(await harness.paceOf(queue)).toEqual(learnt)
    const { body } = await api('GET', `/v1/queues/${queue}/guests?limit=1`)
    await api('POST', `/v1/guests/${body.data[0].id}/seat`)
    const next = (await harness.paceOf(queue))?.learn_at ?? 0
    expect(next).toBeGreaterThan(harness.clock.now().getTime())
  })

  test('when guests waited longer than expected, then quotes are longer; if less, shorter', async () => {
    const [longer, shorter, asLong] = [
      await harness.givenHistory(api),
      await harness.givenHistory(api),
      await harness.givenHistory(api),
    ]
    await harness.givenOutcomes({ queue: longer, factor: 1.6 })
    await harness.givenOutcomes({ queue: shorter, factor: 0.6 })
    await harness.givenOutcomes({ queue: asLong, factor: 1 })
    harness.clock.advance(DAY_MS)
    const before = [await low(longer), await low(shorter), await low(asLong)] as const
    await harness.service.learn()
    expect(await low(longer)).toBeGreaterThan(1.3 * before[0])
    expect(await low(shorter)).toBeLessThan(0.8 * before[1])
    expect(Math.abs((await low(asLong)) - before[2])).toBeLessThanOrEqual(1)
  })

  test('when the service restarts, then it quotes with what was learnt', async () => {
    const queue = await harness.givenHistory(api)
    await harness.givenOutcomes({ queue, factor: 1.6 })
    const [before, after] = await overnight(queue)
    expect(after).toBeGreaterThan(before)
    const restarted = harness.client({}, (await harness.start()).url)
    expect(await newcomersWait(restarted, queue)).toEqual(await newcomersWait(api, queue))
    expect(await waitsInLine(restarted, queue)).toEqual(await waitsInLine(api, queue))
  })

  test('when a service starts that was down at night, then it learns at once', async () => {
    const queue = await harness.givenHistory(api)
    await harness.givenOutcomes({ queue, factor: 1.6 })
    harness.clock.advance(DAY_MS)
    const before = await low(queue)
    await harness.start()
    await until('learning', async () => (await low(queue)) > before)
    expect(await harness.paceOf(queue)).not.toHaveProperty('learn_at')
  })
})

describe('given outcomes that do not count', () => {
  test.each([
    ['of fewer than sixty guests', { count: 47 }],
    ['of another organisation', { guest: { organization_id: newId('organization') } }],
    ['of another queue', { guest: { queue_id: newId('queue') } }],
    ['of guests left over', { quote: { left_over: true } }],
    ['of guests who gave up', { quote: { outcome: 'abandoned' as const } }],
    ['of more than four weeks ago', { daysAgo: 28 }],
  ])('when there are only outcomes %s, then nothing is learnt', async (_, outcomes) => {
    const queue = await harness.givenHistory(api)
    await harness.givenOutcomes({ queue, factor: 1.6, ...outcomes })
    const [before, after] = await overnight(queue)
    expect(after).toBe(before)
    const pace = await harness.paceOf(queue)
    expect(pace).not.toHaveProperty('correction')
    expect(pace).not.toHaveProperty('learn_at')
  })

  test('when one more makes them sixty, then they count', async () => {
    const queue = await harness.givenHistory(api)
    await harness.givenOutcomes({ queue, factor: 1.6, count: 48 })
    const [before, after] = await overnight(queue)
    expect(after).toBeGreaterThan(before)
  })

  test('when quotes are stored in the old format, then they are not read', async () => {
    const queue = await harness.givenHistory(api)
    await harness.givenOutcomes({ queue, factor: 1.6 })
    await harness.guests.updateMany(
      { queue_id: queue },
      { $unset: { 'quote.log_slowness': '', 'quote.nobody_ahead': '' } },
    )
    const [before, after] = await overnight(queue)
    expect(after).toBe(before)
  })

  test('when too few new outcomes are known, then the old correction is kept', async () => {
    const queue = await harness.givenHistory(api)
    await harness.givenOutcomes({ queue, factor: 1.6 })
    await overnight(queue)
    const before = (await harness.paceOf(queue))?.correction
    await harness.guests.deleteMany({ queue_id: queue, status: 'seated' })
    const guest = await givenGuest(api, queue)
    await api('POST', `/v1/guests/${guest}/seat`)
    harness.clock.advance(DAY_MS)
    await harness.service.learn()
    expect((await harness.paceOf(queue))?.correction).toEqual(before)
    expect(await harness.paceOf(queue)).not.toHaveProperty('learn_at')
  })

  test('when a guest is noted as seated after the line had closed, then the outcome is marked as left over', async () => {
    const day = harness.clock.now().toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' })
    const opening_hours = [{ day: day.toLowerCase(), start: '10:00', end: '13:00' }]
    const queue = await givenQueue(api, { timezone: 'UTC', opening_hours })
    const [served, left] = [await givenGuest(api, queue), await givenGuest(api, queue)]
    await api('POST', `/v1/guests/${served}/seat`)
    harness.clock.advance(DAY_MS)
    await api('POST', `/v1/guests/${left}/seat`)
    const quoteOf = async (id: string) => (await harness.guests.findOne({ _id: id }))?.quote
    expect(await quoteOf(served)).not.toHaveProperty('left_over')
    expect(await quoteOf(left)).toMatchObject({ outcome: 'served', left_over: true })
    await api('POST', `/v1/guests/${left}/undo`)
    expect(await quoteOf(left)).not.toHaveProperty('left_over')
  })
})

describe('given many guests of earlier months', () => {
  test('when outcomes are read, then only those of the last four weeks are examined', async () => {
    const queue = await harness.givenHistory(api)
    await harness.givenOutcomes({ queue, count: 1_000, daysAgo: 200 })
    await harness.givenOutcomes({ queue, count: 150 })
    const since = new Date(harness.clock.now().getTime() - 28 * DAY_MS)
    const read = settledOutcomes(queue, harness.organizationId, since)
    const plan = await harness.guests.find(read as object).explain('executionStats')
    expect(JSON.stringify(plan.queryPlanner.winningPlan)).toContain('queue_id_1_quote.settled_at_1')
    expect(plan.executionStats.totalDocsExamined).toBeLessThan(200)
  })
})

describe('given no broker', () => {
  test('when learning is due, then the service learns all the same', async () => {
    const queue = await harness.givenHistory(api)
    await harness.givenOutcomes({ queue, factor: 1.6 })
    const broker = new URL(harness.config.rabbitUrl)
    await using proxy = await startTcpProxy(Number(broker.port))
    broker.port = String(proxy.port)
    await using service = await startQueue({ ...harness.config, rabbitUrl: broker.href }, harness.clock)
    proxy.silence()
    harness.clock.advance(DAY_MS)
    const before = await low(queue)
    await service.learn()
    expect((await newcomersWait(harness.client({}, service.url), queue)).low).toBeGreaterThan(before)
    proxy.heal()
  })
})
