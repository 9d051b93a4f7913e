import { MINUTE_MS } from '@usher/service-kit/durations'
import type { Client } from '@usher/test-kit'
import { givenGuest } from './harness.ts'
import { type LearningHarness, newcomersWait, startLearningHarness, waitsInLine } from './learning-harness.ts'

let harness: LearningHarness
beforeAll(async () => {
  harness = await startLearningHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

/** A score as it was stored before there was a calibration. */
const OLD_SCORE = { expected: 30, actual: 90, error: 4 }

/** Fields that paces did not have then. */
const NEW_FIELDS = [
  ...['calibration', 'correction', 'learn_at', 'today', 'work.lately'],
  ...['batches', 'sizes', 'usual_lanes', 'taken', 'counted_at', 'renewed'],
] as const

/** A queue whose pace is stored in the old format, and a replica that reads it for the first time. */
async function givenOldPace(): Promise<{ queue: string; api: Client }> {
  const queue = await harness.givenHistory(harness.client())
  const starts = (await harness.paceOf(queue))?.starts ?? []
  const old = {
    'pace.scores': Array.from({ length: 200 }, () => OLD_SCORE),
    'pace.starts': starts.map(({ rank: _, party_size: __, ...start }) => ({
      ...start,
      score: OLD_SCORE,
    })),
  }
  const unset: Record<string, ''> = Object.fromEntries(
    NEW_FIELDS.map((name) => [`pace.${name}`, '' as const]),
  )
  await harness.paces.updateOne({ _id: queue }, { $set: old as object, $unset: unset })
  await harness.guests.updateMany(
    { queue_id: queue },
    { $unset: { 'quote.nobody_ahead': '', 'quote.log_slowness': '' } },
  )
  return { queue, api: harness.client({}, (await harness.start()).url) }
}

const firstOf = async (api: Client, queue: string): Promise<string> =>
  (await api('GET', `/v1/queues/${queue}/guests?limit=1`)).body.data[0].id

const seatFirst = async (api: Client, queue: string) => {
  const { status } = await api('POST', `/v1/guests/${await firstOf(api, queue)}/seat`)
  expect(status).toBe(200)
}

describe('a pace stored before there was a calibration', () => {
  test('estimates waits from the stored starts, without the old scores', async () => {
    const { queue, api } = await givenOldPace()
    const { low, range } = await newcomersWait(api, queue)
    expect(low).toBeGreaterThan(20)
    expect(low).toBeLessThan(50)
    await harness.paces.updateOne({ _id: queue }, { $set: { 'pace.starts.$[].score': null } as object })
    const withoutOutcomes = harness.client({}, (await harness.start()).url)
    expect(await newcomersWait(withoutOutcomes, queue)).toEqual({ low, range })
    const waits = await waitsInLine(api, queue)
    expect(waits).toHaveLength(3)
    expect(waits).toEqual(waits.toSorted((a, b) => a - b))
  })

  test('drops the old scores and schedules learning at the next call', async () => {
    const { queue, api } = await givenOldPace()
    expect(await harness.paceOf(queue)).toHaveProperty('scores')
    await givenGuest(api, queue)
    harness.clock.advance(10 * MINUTE_MS)
    await seatFirst(api, queue)
    const pace = await harness.paceOf(queue)
    expect(pace).not.toHaveProperty('scores')
    expect(pace?.starts.every(({ score }) => score === null || 'nobody_ahead' in score)).toBe(true)
    expect(pace).toMatchObject({ started: 13, learn_at: expect.any(Number) })
  })

  test('stores only finite scores of guests who were quoted before', async () => {
    const { queue, api } = await givenOldPace()
    for (let i = 0; i < 20; i += 1) {
      await givenGuest(api, queue)
      harness.clock.advance(10 * MINUTE_MS)
      await seatFirst(api, queue)
    }
    const pace = await harness.paceOf(queue)
    const { first, behind, early } = pace?.calibration ?? {}
    const numbers = [...(first?.last ?? []), ...(behind?.last ?? []), early?.minutes, early?.guests]
    expect(numbers.length).toBeGreaterThan(10)
    expect(numbers.every(Number.isFinite)).toBe(true)
    const restarted = harness.client({}, (await harness.start()).url)
    expect(await newcomersWait(restarted, queue)).toEqual(await newcomersWait(api, queue))
  })

  test('two replicas quote the same after a guest quoted before is called', async () => {
    const { queue, api } = await givenOldPace()
    await seatFirst(api, queue)
    const restarted = harness.client({}, (await harness.start()).url)
    expect(await newcomersWait(restarted, queue)).toEqual(await newcomersWait(api, queue))
  })
})
