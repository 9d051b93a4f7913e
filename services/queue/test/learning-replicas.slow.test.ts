import { privacyRequested } from '@usher/contracts'
import { newEvent, newId } from '@usher/service-kit'
import { DAY_MS } from '@usher/service-kit/durations'
import { type Client, until } from '@usher/test-kit'
import type { QueueService } from '../src/service.ts'
import { namesInLine } from './harness.ts'
import { type LearningHarness, newcomersWait, startLearningHarness, waitsInLine } from './learning-harness.ts'

/** Longer than the pause between the two passes of an erasure. */
const LATER_MS = 121_000

let harness: LearningHarness
let second: QueueService
let replicas: [Client, Client]
beforeAll(async () => {
  harness = await startLearningHarness()
  second = await harness.start()
  replicas = [harness.client(), harness.client({}, second.url)]
})
afterAll(() => harness[Symbol.asyncDispose]())

const learnInBoth = () => Promise.all([harness.service.jobs.learn.run(), second.jobs.learn.run()])

/** A queue for which learning is due. */
async function givenDue(api = replicas[0]): Promise<string> {
  const queue = await harness.givenHistory(api)
  await harness.givenOutcomes({ queue, count: 500, factor: 1.6 })
  harness.clock.advance(DAY_MS)
  return queue
}

describe('two replicas of the service', () => {
  test('replicas that learn at once quote the same, with the line unchanged', async () => {
    const [one, two] = replicas
    const queue = await givenDue()
    const [before, line] = [await newcomersWait(one, queue), await namesInLine(one, queue)]
    await learnInBoth()
    expect((await newcomersWait(one, queue)).low).toBeGreaterThan(before.low)
    expect(await newcomersWait(two, queue)).toEqual(await newcomersWait(one, queue))
    expect(await waitsInLine(two, queue)).toEqual(await waitsInLine(one, queue))
    expect(await namesInLine(two, queue)).toEqual(line)
    expect(await harness.paceOf(queue)).not.toHaveProperty('learn_at')
  })

  test('loses no guest added or called during learning, and quotes the same in both replicas', async () => {
    const [one, two] = replicas
    const queue = await givenDue()
    const waiting = await namesInLine(one, queue)
    const first = (await one('GET', `/v1/queues/${queue}/guests?limit=1`)).body.data[0].id
    const names = Array.from({ length: 120 }, (_, i) => `Guest ${i}`)
    const add = (name: string, i: number) =>
      replicas[i % 2 === 0 ? 0 : 1]('POST', `/v1/queues/${queue}/guests`, { body: { name } })
    const [seated, ...added] = await Promise.all([
      two('POST', `/v1/guests/${first}/seat`),
      ...names.slice(0, 60).map(add),
      learnInBoth().then(() => ({ status: 201 })),
      ...names.slice(60).map(add),
    ])
    expect(seated.status).toBe(200)
    expect(added.every(({ status }) => status === 201)).toBe(true)

    const all: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const path = `/v1/queues/${queue}/guests?limit=100${cursor && `&cursor=${cursor}`}`
      const { body } = await two('GET', path)
      all.push(...body.data.map(({ name }: { name: string }) => name))
      cursor = body.next_cursor
    }
    expect(all.toSorted()).toEqual([...waiting.slice(1), ...names].toSorted())
    expect(await harness.paceOf(queue)).toHaveProperty('correction')
    expect(await harness.paceOf(queue)).toMatchObject({ started: 13 })
    expect((await two('GET', `/v1/queues/${queue}`)).body.waiting_count).toBe(all.length)
    const read = await Promise.all(replicas.map((api) => newcomersWait(api, queue)))
    expect(read[0]).toEqual(read[1])
    const third = harness.client({}, (await harness.start()).url)
    expect(await newcomersWait(third, queue)).toEqual(read[0])
  })
})

describe('queues and organisations that are deleted', () => {
  test('learns for the other queues when one is deleted before or during learning', async () => {
    const [api] = replicas
    const gone = await givenDue()
    const going = await givenDue()
    const staying = await givenDue()
    const remove = (queue: string) => api('DELETE', `/v1/queues/${queue}?remove_guests=true`)
    await remove(gone)
    const [{ status }] = await Promise.all([remove(going), learnInBoth()])
    expect(status).toBe(204)
    expect(await harness.paceOf(staying)).toHaveProperty('correction')
    for (const queue of [gone, going]) {
      expect((await api('GET', `/v1/queues/${queue}`)).status).toBe(404)
      const inLine = { queue_id: queue, status: { $in: ['waiting', 'notified'] as const } }
      expect(await harness.guests.countDocuments(inLine as object)).toBe(0)
    }
    expect(
      await harness.paces.countDocuments({ 'pace.learn_at': { $lte: harness.clock.now().getTime() } }),
    ).toBe(0)
  })

  test('learns for the other queues when a pace is stored without its queue', async () => {
    const orphan = newId('queue')
    const queue = await givenDue()
    const pace = await harness.paceOf(queue)
    if (!pace) throw new Error('nothing was learnt')
    const of = { organization_id: newId('organization') }
    await harness.paces.insertOne({ _id: orphan, ...of, pace: { ...pace, learn_at: 1 } })
    await harness.service.jobs.learn.run()
    const learnt = await harness.paceOf(queue)
    await harness.paces.deleteOne({ _id: orphan })
    expect(learnt).toHaveProperty('correction')
  })

  test('erases all data of an organisation during learning, and learns for the others', async () => {
    const organizationId = newId('organization')
    const erased = await givenDue(harness.client({ organization_id: organizationId }))
    const other = await givenDue()
    const id = newId('privacyRequest')
    const asked = newEvent(privacyRequested, {
      subject: id,
      sequence: 1,
      time: harness.clock.now(),
      origin: { organizationId, actor: 'mem_test', requestId: 'test' },
      data: { id, kind: 'erasure', subject: { organization: true } },
    })
    await harness.publish(asked)
    await until('the erasure', async () => {
      await Promise.all([harness.service.jobs.privacy.run(), learnInBoth()])
      harness.clock.advance(LATER_MS)
      return harness.events.of(id).some(({ type }) => type === 'privacy.completed')
    })
    const of = { organization_id: organizationId }
    expect(await harness.paces.countDocuments(of)).toBe(0)
    expect(await harness.guests.countDocuments(of)).toBe(0)
    expect(await harness.paceOf(erased)).toBeUndefined()
    expect(await harness.paceOf(other)).toHaveProperty('correction')
  })
})
