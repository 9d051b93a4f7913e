import { newId } from '@usher/service-kit'
import { DAY_MS, MINUTE_MS } from '@usher/service-kit/durations'
import { type Client, startTcpProxy, until } from '@usher/test-kit'
import { settledOutcomes } from '../src/learning/outcome-store.ts'
import { queueService } from '../src/service.ts'
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
  await harness.service.jobs.learn.run()
  return [before, await low(queue)]
}

describe('outcomes of a queue', () => {
  test('learns at 4 a.m., and plans the next time only once another guest is seated', async () => {
    const queue = await harness.givenHistory(api)
    await harness.givenOutcomes({ queue, factor: 1.6 })
    const due = (await harness.paceOf(queue))?.learn_at ?? 0
    expect(new Date(due).getUTCHours()).toBe(4)
    harness.clock.advance(due - harness.clock.now().getTime() - MINUTE_MS)
    await harness.service.jobs.learn.run()
    expect(await harness.paceOf(queue)).toMatchObject({ learn_at: due })
    expect(await harness.paceOf(queue)).not.toHaveProperty('correction')
    harness.clock.advance(MINUTE_MS)
    await harness.service.jobs.learn.run()
    const learnt = await harness.paceOf(queue)
    expect(learnt).toHaveProperty('correction')
    expect(learnt).not.toHaveProperty('learn_at')

    harness.clock.advance(2 * DAY_MS)
    await harness.service.jobs.learn.run()
    expect(await harness.paceOf(queue)).toEqual(learnt)
    const { body } = await api('GET', `/v1/queues/${queue}/guests?limit=1`)
    await api('POST', `/v1/guests/${body.data[0].id}/seat`)
    const next = (await harness.paceOf(queue))?.learn_at ?? 0
    expect(next).toBeGreaterThan(harness.clock.now().getTime())
  })

  test('lengthens quotes when guests waited longer than expected, and shortens them when they waited less', async () => {
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
    await harness.service.jobs.learn.run()
    expect(await low(longer)).toBeGreaterThan(1.3 * before[0])
    expect(await low(shorter)).toBeLessThan(0.8 * before[1])
    expect(Math.abs((await low(asLong)) - before[2])).toBeLessThanOrEqual(1)
  })

  test('keeps the learnt correction after a restart', async () => {
    const queue = await harness.givenHistory(api)
    await harness.givenOutcomes({ queue, factor: 1.6 })
    const [before, after] = await overnight(queue)
    expect(after).toBeGreaterThan(before)
    const restarted = harness.client({}, (await harness.start()).url)
    expect(await newcomersWait(restarted, queue)).toEqual(await newcomersWait(api, queue))
    expect(await waitsInLine(restarted, queue)).toEqual(await waitsInLine(api, queue))
  })

  test('learns at once when the service was down at night', async () => {
    const queue = await harness.givenHistory(api)
    await harness.givenOutcomes({ queue, factor: 1.6 })
    harness.clock.advance(DAY_MS)
    const before = await low(queue)
    await harness.start()
    await until('learning', async () => (await low(queue)) > before)
    expect(await harness.paceOf(queue)).not.toHaveProperty('learn_at')
  })
})

describe('outcomes that do not count', () => {
  test.each([
    ['of fewer than sixty guests', { count: 47 }],
    ['of another organisation', { guest: { organization_id: newId('organization') } }],
    ['of another queue', { guest: { queue_id: newId('queue') } }],
    ['of guests left over', { quote: { left_over: true } }],
    ['of guests who gave up', { quote: { outcome: 'abandoned' as const } }],
    ['of more than four weeks ago', { daysAgo: 28 }],
  ])('learns nothing from outcomes %s alone', async (_, outcomes) => {
    const queue = await harness.givenHistory(api)
    await harness.givenOutcomes({ queue, factor: 1.6, ...outcomes })
    const [before, after] = await overnight(queue)
    expect(after).toBe(before)
    const pace = await harness.paceOf(queue)
    expect(pace).not.toHaveProperty('correction')
    expect(pace).not.toHaveProperty('learn_at')
  })

  test('learns from the sixtieth outcome on', async () => {
    const queue = await harness.givenHistory(api)
    await harness.givenOutcomes({ queue, factor: 1.6, count: 48 })
    const [before, after] = await overnight(queue)
    expect(after).toBeGreaterThan(before)
  })

  test('does not learn from quotes stored in the old format', async () => {
    const queue = await harness.givenHistory(api)
    await harness.givenOutcomes({ queue, factor: 1.6 })
    await harness.guests.updateMany(
      { queue_id: queue },
      { $unset: { 'quote.log_slowness': '', 'quote.nobody_ahead': '' } },
    )
    const [before, after] = await overnight(queue)
    expect(after).toBe(before)
  })

  test('keeps the old correction when there are too few new outcomes', async () => {
    const queue = await harness.givenHistory(api)
    await harness.givenOutcomes({ queue, factor: 1.6 })
    await overnight(queue)
    const before = (await harness.paceOf(queue))?.correction
    await harness.guests.deleteMany({ queue_id: queue, status: 'seated' })
    const guest = await givenGuest(api, queue)
    await api('POST', `/v1/guests/${guest}/seat`)
    harness.clock.advance(DAY_MS)
    await harness.service.jobs.learn.run()
    expect((await harness.paceOf(queue))?.correction).toEqual(before)
    expect(await harness.paceOf(queue)).not.toHaveProperty('learn_at')
  })

  test('marks the outcome of a guest seated after closing as left over, until it is undone', async () => {
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

describe('many guests of earlier months', () => {
  test('examines only outcomes of the last four weeks', async () => {
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

describe('no connection to the broker', () => {
  test('learns on time while the broker does not answer', async () => {
    const queue = await harness.givenHistory(api)
    await harness.givenOutcomes({ queue, factor: 1.6 })
    const broker = new URL(harness.config.rabbitUrl)
    await using proxy = await startTcpProxy(Number(broker.port))
    broker.port = String(proxy.port)
    await using service = await queueService.start(
      { ...harness.config, rabbitUrl: broker.href },
      harness.clock,
    )
    proxy.silence()
    harness.clock.advance(DAY_MS)
    const before = await low(queue)
    await service.jobs.learn.run()
    expect((await newcomersWait(harness.client({}, service.url), queue)).low).toBeGreaterThan(before)
    proxy.heal()
  })
})
