import { type Client, until } from '@usher/test-kit'
import { givenGuest, givenQueue, type Harness, startHarness } from './harness.ts'

let harness: Harness
let replicas: [Client, Client]
beforeAll(async () => {
  harness = await startHarness()
  const second = await harness.start()
  replicas = [harness.client(), harness.client({}, second.url)]
})
afterAll(() => harness[Symbol.asyncDispose]())

const callNext = (api: Client, queue: string, headers: Record<string, string> = {}) =>
  api('POST', `/v1/queues/${queue}/call-next`, { headers })

async function givenLine(names: readonly string[]): Promise<{ queue: string; ids: string[] }> {
  const queue = await givenQueue(replicas[0])
  const ids: string[] = []
  for (const name of names) ids.push(await givenGuest(replicas[0], queue, { name }))
  return { queue, ids }
}

describe('a queue on two replicas', () => {
  test('twenty concurrent call-next requests call all ten guests, and ten answer 409 queue_empty', async () => {
    const { queue, ids } = await givenLine(Array.from({ length: 10 }, (_, i) => `Guest ${i}`))
    const calls = Array.from({ length: 20 }, (_, i) => callNext(replicas[i % 2 === 0 ? 0 : 1], queue))
    const answers = await Promise.all(calls)
    const called = answers.filter(({ status }) => status === 200)
    expect(called.map(({ body }) => body.id).sort()).toEqual([...ids].sort())
    expect(called.every(({ body }) => body.status === 'notified' && body.notified_at !== null)).toBe(true)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
      Array.from({ length: 10 }, () => [409, 'queue_empty']),
    )
    for (const id of ids) {
      await until('guest.notified', () => harness.events.of(id).at(-1)?.type === 'guest.notified')
      expect(harness.events.of(id)).toHaveLength(2)
    }
  })

  test('call-next calls the first guest still waiting after notify, move, seat, remove and undo', async () => {
    const { queue, ids } = await givenLine(['A', 'B', 'C', 'D'])
    const [one, two] = replicas
    const [a, b, , d] = ids
    expect((await callNext(two, queue)).body.name).toBe('A')
    await one('POST', `/v1/guests/${b}/seat`)
    await one('POST', `/v1/guests/${d}/move`, { body: { position: 1 } })
    expect((await callNext(two, queue)).body.name).toBe('D')
    await one('POST', `/v1/guests/${b}/undo`)
    await one('DELETE', `/v1/guests/${a}`)
    expect((await callNext(two, queue)).body.name).toBe('B')
    await two('POST', `/v1/guests/${a}/undo`)
    expect((await callNext(one, queue)).body.name).toBe('C')
    expect((await callNext(one, queue)).body.code).toBe('queue_empty')
  })

  test('a replica that starts later skips guests already notified', async () => {
    const { queue } = await givenLine(['A', 'B'])
    await callNext(replicas[0], queue)
    await using third = await harness.start()
    expect((await callNext(harness.client({}, third.url), queue)).body.name).toBe('B')
  })

  test('concurrent adds and call-next requests call every guest exactly once', async () => {
    const { queue, ids } = await givenLine(['A', 'B', 'C'])
    const calls = await Promise.all(
      Array.from({ length: 30 }, async (_, i) => {
        const api = replicas[i % 2 === 0 ? 0 : 1]
        const added = i % 3 === 0 && (await givenGuest(api, queue))
        if (added) ids.push(added)
        return await callNext(api, queue)
      }),
    )
    const called = calls.flatMap(({ status, body }) => (status === 200 ? [body.id] : []))
    expect(new Set(called).size).toBe(called.length)
    expect([...called].sort()).toEqual([...ids].sort())
  })

  test('answers with the same guest when call-next is repeated under its Idempotency-Key', async () => {
    const { queue, ids } = await givenLine(['A', 'B'])
    const key = { 'idempotency-key': `call-${queue}` }
    const [first, again] = [await callNext(replicas[0], queue, key), await callNext(replicas[1], queue, key)]
    expect([first.body.id, again.body.id]).toEqual([ids[0], ids[0]])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
  })

  test('answers 404 for a queue of another organisation or an unknown one', async () => {
    const { queue } = await givenLine(['A'])
    expect((await callNext(harness.otherOrganization(), queue)).status).toBe(404)
    expect((await callNext(replicas[0], 'q_01h455vb4pex5vsknk084sn02q')).status).toBe(404)
  })
})
