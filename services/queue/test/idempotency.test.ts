import { type Client, until } from '@usher/test-kit'
import { givenGuest, givenQueue, type Harness, namesInLine, startHarness } from './harness.ts'

let harness: Harness
let replicas: [Client, Client]
beforeAll(async () => {
  harness = await startHarness()
  const second = await harness.start()
  replicas = [harness.client(), harness.client({}, second.url)]
})
afterAll(() => harness[Symbol.asyncDispose]())

let keys = 0
const newKey = () => ({ 'idempotency-key': `key-${++keys}` })

describe('a POST with an Idempotency-Key', () => {
  test('a repeated POST answers as the first time and does nothing twice', async () => {
    const [api] = replicas
    const queue = await givenQueue(api)
    const add = { body: { name: 'Ada' }, headers: newKey() }
    const first = await api('POST', `/v1/queues/${queue}/guests`, add)
    await givenGuest(api, queue, { name: 'Grace' })
    const second = await api('POST', `/v1/queues/${queue}/guests`, add)
    expect(second.status).toBe(201)
    expect(second.body).toEqual(first.body)
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    for (const name of ['location', 'etag']) expect(second.headers.get(name)).toBe(first.headers.get(name))
    expect(await namesInLine(api, queue)).toEqual(['Ada', 'Grace'])
  })

  test('100 concurrent repeats through two replicas add one guest', async () => {
    const queue = await givenQueue(replicas[0])
    const add = { body: { name: 'Ada' }, headers: newKey() }
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        replicas[i % 2 === 0 ? 0 : 1]('POST', `/v1/queues/${queue}/guests`, add),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1)
    expect(await namesInLine(replicas[1], queue)).toEqual(['Ada'])
  })

  test('answers 409 idempotency_mismatch when the key comes with another body or path', async () => {
    const [api] = replicas
    const queue = await givenQueue(api)
    const headers = newKey()
    await api('POST', `/v1/queues/${queue}/guests`, { body: { name: 'Ada' }, headers })
    const otherBody = await api('POST', `/v1/queues/${queue}/guests`, { body: { name: 'Eve' }, headers })
    const otherPath = await api('POST', '/v1/queues', { body: { name: 'Ada' }, headers })
    for (const { body } of [otherBody, otherPath]) {
      expect(body).toMatchObject({ status: 409, code: 'idempotency_mismatch' })
    }
    expect(await namesInLine(api, queue)).toEqual(['Ada'])
  })

  test('processes a repeat when the first request was refused', async () => {
    const [api] = replicas
    const queue = await givenQueue(api, { status: 'paused' })
    const add = { body: { name: 'Ada' }, headers: newKey() }
    expect((await api('POST', `/v1/queues/${queue}/guests`, add)).status).toBe(409)
    await api('POST', `/v1/queues/${queue}/resume`)
    expect((await api('POST', `/v1/queues/${queue}/guests`, add)).status).toBe(201)
  })

  test('treats the same key of another organisation as a separate request', async () => {
    const headers = newKey()
    const body = { name: 'Same' }
    const ours = await replicas[0]('POST', '/v1/queues', { body, headers })
    const theirs = await harness.otherOrganization()('POST', '/v1/queues', { body, headers })
    expect([ours.status, theirs.status]).toEqual([201, 201])
    expect(theirs.body.id).not.toBe(ours.body.id)
  })

  test('concurrent repeats create a queue once and seat a guest once', async () => {
    const [api] = replicas
    const headers = newKey()
    const created = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        replicas[i % 2 === 0 ? 0 : 1]('POST', '/v1/queues', { body: { name: 'Once' }, headers }),
      ),
    )
    expect(new Set(created.map(({ body }) => body.id)).size).toBe(1)
    const guest = await givenGuest(api, created[0]?.body.id)
    const seat = { headers: newKey() }
    const seated = await Promise.all(
      Array.from({ length: 20 }, () => api('POST', `/v1/guests/${guest}/seat`, seat)),
    )
    expect(seated.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    await until('guest.seated', () => harness.events.of(guest).length === 2)
  })

  test.each(['', 'x'.repeat(256), 'a b', 'ä'])('answers 400 for the key "%s"', async (key) => {
    const encoded = Buffer.from(key, 'utf8').toString('latin1')
    const answer = await replicas[0]('POST', '/v1/queues', {
      body: { name: 'Q' },
      headers: { 'idempotency-key': encoded },
    })
    expect(answer.body).toMatchObject({ status: 400, errors: [{ pointer: 'Idempotency-Key' }] })
  })
})
