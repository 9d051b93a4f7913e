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
  test.each(once)(
    'a POST that %s is retried with the same idempotency key and takes effect once',
    async (_, fault) => {
      const { proxy, queue, add, names } = bench()
      const id = await queue()
      proxy.expect(fault)
      expect(await add(id, 'Ada')).toMatchObject({ name: 'Ada', status: 'waiting' })
      const keys = proxy.seen.map(({ headers }) => headers['idempotency-key'])
      expect(keys).toEqual([expect.stringMatching(/^[\x21-\x7e]{16,255}$/), keys[0]])
      expect(await names(id)).toEqual(['Ada'])
    },
  )

  test('waits for a Retry-After of one second before a retry', async () => {
    const { proxy, queue, add } = bench()
    const id = await queue()
    proxy.expect(answered(503, '1'))
    await add(id, 'Ada')
    const [first, second] = proxy.seen
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(990)
  })

  test('fails without a retry when Retry-After is more than a minute', async () => {
    const { driver, proxy } = bench()
    proxy.expect(answered(429, '61'))
    const failure = await driver.failure({ do: 'call', method: 'queues.list' })
    expect(failure).toMatchObject({ kind: 'api', status: 429, retry_after_seconds: 61 })
    expect(proxy.seen).toHaveLength(1)
  })

  test('sends a new idempotency key with each POST, or the key that the caller gives', async () => {
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

  test('a GET carries the API key, the version and the user agent, but no idempotency key', async () => {
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
    'does not retry a PATCH after the fault %j',
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

  test('attack: does not retry a PATCH that the caller gives an idempotency key', async () => {
    const { driver, proxy, queue } = bench()
    const id = await queue()
    proxy.expect('cut after')
    const update = { method: 'queues.update', ids: [id], body: { name: 'Bar' }, idempotency_key: `own-${id}` }
    expect(await driver.failure({ do: 'call', ...update })).toMatchObject({ kind: 'connection' })
    expect(proxy.seen).toHaveLength(1)
  })

  test('fails with the last error after max_retries retries', async () => {
    const { driver, proxy, connect } = bench()
    await connect({ max_retries: 1 })
    proxy.expect(answered(503, '0'), answered(503, '0'), answered(503, '0'))
    const failure = await driver.failure({ do: 'call', method: 'queues.create', body: { name: 'Door' } })
    expect(failure).toMatchObject({ kind: 'api', status: 503 })
    expect(proxy.seen).toHaveLength(2)
  })
}
