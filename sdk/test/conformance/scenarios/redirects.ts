import { startReceiver } from '@usher/test-kit'
import type { Bench } from '../bench.ts'

/** The API does not redirect: whatever does leads elsewhere. */
export function describeRedirects(bench: () => Bench): void {
  test.each([301, 302, 307, 308])(
    'attack: when a POST is answered %i, then neither key nor body go elsewhere, and it did not succeed',
    async (status) => {
      const { driver, proxy } = bench()
      await using elsewhere = await startReceiver()
      proxy.expect({ status, headers: { location: elsewhere.url } })
      const failure = await driver.failure({ do: 'call', method: 'queues.create', body: { name: 'Door' } })
      expect(failure).toMatchObject({ kind: 'api', status, code: null })
      expect(elsewhere.received).toEqual([])
    },
  )

  test('attack: when a stream is redirected, then it is not followed there', async () => {
    const { driver, proxy } = bench()
    await using elsewhere = await startReceiver()
    proxy.expect({ status: 307, headers: { location: elsewhere.url } })
    await driver.ask({ do: 'follow', method: 'events.stream', ids: [] })
    expect(await driver.failure({ do: 'next' })).toMatchObject({ kind: 'api', status: 307 })
    expect(elsewhere.received).toEqual([])
  })
}
