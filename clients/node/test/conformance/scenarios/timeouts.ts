import { until } from '@usher/test-kit'
import type { Bench } from '../bench.ts'

/** No answer in time is like a lost connection; streams stay open. */
export function describeTimeouts(bench: () => Bench): void {
  test.each(['stall', 'stall within'] as const)(
    'retries a POST with the same idempotency key after the fault "%s", and it takes effect once',
    async (fault) => {
      const { proxy, queue, add, names, connect } = bench()
      await connect({ timeout_seconds: 3 })
      const id = await queue()
      proxy.expect(fault)
      expect(await add(id, 'Ada')).toMatchObject({ name: 'Ada', status: 'waiting' })
      const keys = proxy.seen.map(({ headers }) => headers['idempotency-key'])
      expect(keys).toEqual([expect.any(String), keys[0]])
      expect(await names(id)).toEqual(['Ada'])
    },
  )

  test.each(['stall', 'stall within'] as const)(
    'does not retry a PATCH after the fault "%s", and fails with a timeout error',
    async (fault) => {
      const { driver, proxy, queue, connect } = bench()
      await connect({ timeout_seconds: 0.5 })
      const id = await queue()
      proxy.expect(fault)
      const update = { method: 'queues.update', ids: [id], body: { name: 'Bar' } }
      expect(await driver.failure({ do: 'call', ...update })).toEqual({ kind: 'timeout' })
      expect(proxy.seen).toHaveLength(1)
    },
  )

  test('keeps a stream open that is silent for longer than the timeout of a call', async () => {
    const { driver, proxy, queue, connect, usher } = bench()
    await connect({ timeout_seconds: 3 })
    const id = await queue()
    proxy.expect()
    await driver.ask({ do: 'follow', method: 'queues.stream', ids: [id] })
    expect(await driver.ask({ do: 'next' })).toMatchObject({ type: 'snapshot' })
    const openedAt = performance.now()
    await until('more than the timeout to pass', () => performance.now() - openedAt > 4_000)
    await usher.api('POST', `/v1/queues/${id}/guests`, { body: { name: 'Ada' } })
    expect(await driver.ask({ do: 'next' })).toMatchObject({ type: 'guest.added' })
    expect(proxy.seen).toHaveLength(1)
    await driver.ask({ do: 'unfollow' })
  })
}
