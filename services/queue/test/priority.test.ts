import type { Client } from '@usher/test-kit'
import { givenGuest, givenQueue, type Harness, namesInLine, startHarness, timelineOf } from './harness.ts'

let harness: Harness
let api: Client
beforeAll(async () => {
  harness = await startHarness()
  api = harness.client()
})
afterAll(() => harness[Symbol.asyncDispose]())

const CLASSES = [
  { key: 'vip', name: 'Regulars', level: 2 },
  { key: 'urgent', name: 'Urgent', level: 9 },
]

const givenClasses = () => givenQueue(api, { priority_classes: CLASSES })

const join = (queue: string, name: string, priority?: string) =>
  givenGuest(api, queue, { name, ...(priority && { priority }) })

describe('a queue with priority classes', () => {
  test('orders guests by level, and within a class by joining', async () => {
    const queue = await givenClasses()
    await join(queue, 'A')
    await join(queue, 'V1', 'vip')
    await join(queue, 'B')
    await join(queue, 'U1', 'urgent')
    await join(queue, 'V2', 'vip')
    await join(queue, 'U2', 'urgent')
    await join(queue, 'C')
    expect(await namesInLine(api, queue)).toEqual(['U1', 'U2', 'V1', 'V2', 'A', 'B', 'C'])
  })

  test('the timeline shows guests which class passed them', async () => {
    const queue = await givenClasses()
    const first = await join(queue, 'A')
    const vip = await join(queue, 'V', 'vip')
    const [, passed] = await timelineOf(api, first)
    expect(passed).toMatchObject({ type: 'added', reason: 'Regulars', caused_by: vip, position_after: 2 })
    expect((await timelineOf(api, vip))[0]).toMatchObject({ reason: 'Regulars', position_after: 1 })
  })

  test('quotes a guest of a class the wait of the actual place', async () => {
    const queue = await givenClasses()
    for (const name of ['A', 'B', 'C']) await join(queue, name)
    const body = { name: 'V', priority: 'vip' }
    const added = (await api('POST', `/v1/queues/${queue}/guests`, { body })).body
    expect([added.position, added.quoted_wait, added.estimated_wait]).toEqual([1, 0, 0])
  })

  test('guests moved by staff keep their places, and later guests follow their classes', async () => {
    const queue = await givenClasses()
    await join(queue, 'V1', 'vip')
    await join(queue, 'A')
    const moved = await join(queue, 'B')
    await api('POST', `/v1/guests/${moved}/move`, { body: { position: 1 } })
    const vip = await join(queue, 'V2', 'vip')
    await api('POST', `/v1/guests/${vip}/move`, { body: { position: 9 } })
    await join(queue, 'C')
    await join(queue, 'V3', 'vip')
    expect(await namesInLine(api, queue)).toEqual(['B', 'V1', 'V3', 'A', 'V2', 'C'])
  })

  test('the next guest of a class joins behind a guest whom staff moved right behind the class', async () => {
    const queue = await givenClasses()
    await join(queue, 'V1', 'vip')
    await join(queue, 'A')
    const moved = await join(queue, 'B')
    await api('POST', `/v1/guests/${moved}/move`, { body: { position: 2 } })
    await join(queue, 'V2', 'vip')
    await join(queue, 'V3', 'vip')
    expect(await namesInLine(api, queue)).toEqual(['V1', 'B', 'V2', 'V3', 'A'])
  })

  test("changing a guest's class moves the guest, with the reason in the timeline", async () => {
    const queue = await givenClasses()
    for (const name of ['V', 'A']) await join(queue, name, name === 'V' ? 'vip' : undefined)
    const guest = await join(queue, 'B')
    await join(queue, 'C')
    const change = (priority: string | null) =>
      api('PATCH', `/v1/guests/${guest}`, { body: { priority, notes: 'As agreed' } })
    expect((await change('urgent')).body).toMatchObject({
      priority: 'urgent',
      position: 1,
      notes: 'As agreed',
    })
    expect(await namesInLine(api, queue)).toEqual(['B', 'V', 'A', 'C'])
    expect((await timelineOf(api, guest)).at(-1)).toMatchObject({ type: 'moved', reason: 'Urgent' })
    await change(null)
    expect(await namesInLine(api, queue)).toEqual(['V', 'A', 'B', 'C'])
  })

  test('guests without a class join at the end after only guests of a class were moved', async () => {
    const queue = await givenClasses()
    await join(queue, 'V1', 'vip')
    const last = await join(queue, 'V2', 'vip')
    await api('POST', `/v1/guests/${last}/move`, { body: { position: 1 } })
    await join(queue, 'A')
    await join(queue, 'V3', 'vip')
    expect(await namesInLine(api, queue)).toEqual(['V2', 'V1', 'V3', 'A'])
  })

  test('a transfer keeps the class where the other queue has it, and drops it elsewhere', async () => {
    const [from, same, other] = [await givenClasses(), await givenClasses(), await givenQueue(api)]
    const [first, second] = [await join(from, 'V1', 'vip'), await join(from, 'V2', 'vip')]
    await join(same, 'A')
    const go = (guest: string, queue_id: string) =>
      api('POST', `/v1/guests/${guest}/transfer`, { body: { queue_id } })
    expect((await go(first, same)).body).toMatchObject({ priority: 'vip', position: 1 })
    expect((await go(second, other)).body).toMatchObject({ priority: null, position: 1 })
  })

  test.each([
    ['a class it does not have', { priority: 'gold' }, '/priority'],
    ['no text', { priority: 3 }, '/priority'],
  ])('answers 400 when a guest of %s joins', async (_what, details, pointer) => {
    const queue = await givenClasses()
    const { status, body } = await api('POST', `/v1/queues/${queue}/guests`, {
      body: { name: 'A', ...details },
    })
    expect([status, body.errors[0].pointer]).toEqual([400, pointer])
  })

  test.each([
    [[CLASSES[0], { ...CLASSES[1], level: 2 }]],
    [[CLASSES[0], { ...CLASSES[1], key: 'vip' }]],
    [[{ ...CLASSES[0], key: 'V I P' }]],
    [[{ ...CLASSES[0], level: 10 }]],
  ])('answers 400 when priority_classes are %j', async (priority_classes) => {
    const body = { name: 'Q', priority_classes }
    expect((await api('POST', '/v1/queues', { body })).status).toBe(400)
  })
})
