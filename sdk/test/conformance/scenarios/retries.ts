import { API_VERSION } from '@usher/sdk/client'
import type { Bench } from '../bench.ts'
import type { Fault } from '../fault-proxy.ts'

const answered = (status: number, retryAfter?: string): Fault => ({
  status,
  headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
})

/** What is safe to repeat is repeated under one key, and nothing is done twice. */
export function describeRetries(bench: () => Bench): void {
  const once = [
    ['is answered 503', answered(503, '0')],
    ['is answered 429', answered(429, '0')],
    ['is answered 409, as its first attempt still runs', answered(409, '0')],
    ['breaks off before it arrives', 'cut before'],
    ['breaks off before its answer arrives', 'cut after'],
  ] as const
  test.each(once)('when a POST %s, then it is repeated under its key and done once', async (_, fault) => {
    const { proxy, queue, add, names } = bench()
    const id = await queue()
    proxy.expect(fault)
    expect(await add(id, 'Ada')).toMatchObject({ name: 'Ada', status: 'waiting' })
    const keys = proxy.seen.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toEqual([expect.stringMatching(/^[\x21-\x7e]{16,255}$/), keys[0]])
    expect(await names(id)).toEqual(['Ada'])
  })

  test('when Retry-After says to wait a second, then it is waited', async () => {
    const { proxy, queue, add } = bench()
    const id = await queue()
    proxy.expect(answered(503, '1'))
    await add(id, 'Ada')
    const [first, second] = proxy.seen
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(990)
  })

  test('when Retry-After says to wait for over a minute, then the error is given at once', async () => {
    const { driver, proxy } = bench()
    proxy.expect(answered(429, '61'))
    const failure = await driver.failure({ do: 'call', method: 'queues.list' })
    expect(failure).toMatchObject({ kind: 'api', status: 429, retry_after_seconds: 61 })
    expect(proxy.seen).toHaveLength(1)
  })

  test('when calls are made, then each has a key of its own, and one that the caller gives is sent', async () => {
    const { proxy, queue, add, names } = bench()
    const id = await queue()
    proxy.expect()
    const ids = []
    for (const key of [undefined, undefined, `own-${id}`, `own-${id}`])
      ids.push((await add(id, 'Ada', key)).id)
    const [first, second, third, fourth] = proxy.seen.map(({ headers }) => headers['idempotency-key'])
    expect(second).not.toBe(first)
    expect([third, fourth]).toEqual([`own-${id}`, `own-${id}`])
    expect(ids[3]).toBe(ids[2])
    expect(await names(id)).toHaveLength(3)
  })

  test('when a call is made, then it carries the key, the version and no idempotency key if it reads', async () => {
    const { driver, proxy, usher } = bench()
    proxy.expect()
    await driver.ask({ do: 'call', method: 'queues.list' })
    expect(proxy.seen[0]?.headers).toMatchObject({
      authorization: `Bearer ${usher.demo.api_key}`,
      'usher-version': API_VERSION,
      'user-agent': expect.any(String),
    })
    expect(proxy.seen[0]?.headers).not.toHaveProperty('idempotency-key')
  })

  test.each([answered(503, '0'), 'cut before'] as const)(
    'when a PATCH meets %j, then it is not repeated',
    async (fault) => {
      const { driver, proxy, queue } = bench()
      const id = await queue()
      proxy.expect(fault)
      const failure = await driver.failure({
        do: 'call',
        method: 'queues.update',
        ids: [id],
        body: { name: 'Bar' },
      })
      expect(failure.kind).toBe(fault === 'cut before' ? 'connection' : 'api')
      expect(proxy.seen).toHaveLength(1)
    },
  )

  test('attack: when a PATCH has a key, which only POST knows, then it is not repeated either', async () => {
    const { driver, proxy, queue } = bench()
    const id = await queue()
    proxy.expect('cut after')
    const update = { method: 'queues.update', ids: [id], body: { name: 'Bar' }, idempotency_key: `own-${id}` }
    expect(await driver.failure({ do: 'call', ...update })).toMatchObject({ kind: 'connection' })
    expect(proxy.seen).toHaveLength(1)
  })

  test('when it does not get better, then the last error is given after as many retries as the caller wants', async () => {
    const { driver, proxy, connect } = bench()
    await connect({ max_retries: 1 })
    proxy.expect(answered(503, '0'), answered(503, '0'), answered(503, '0'))
    const failure = await driver.failure({ do: 'call', method: 'queues.create', body: { name: 'Door' } })
    expect(failure).toMatchObject({ kind: 'api', status: 503 })
    expect(proxy.seen).toHaveLength(2)
  })
}
