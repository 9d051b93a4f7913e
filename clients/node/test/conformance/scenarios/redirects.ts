import { startReceiver } from '@usher/test-kit'
import type { Bench } from '../bench.ts'

/** The API does not redirect: whatever does leads elsewhere. */
export function describeRedirects(bench: () => Bench): void {
  test.each([301, 302, 307, 308])(
    'attack: a POST answered %i fails and sends nothing to the redirect target',
    async (status) => {
      const { driver, proxy } = bench()
      await using elsewhere = await startReceiver()
      proxy.expect({ status, headers: { location: elsewhere.url } })
      const failure = await driver.failure({ do: 'call', method: 'queues.create', body: { name: 'Door' } })
      expect(failure).toMatchObject({ kind: 'api', status, code: null })
      expect(elsewhere.received).toEqual([])
    },
  )

  test('attack: a redirected stream fails and sends nothing to the redirect target', async () => {
    const { driver, proxy } = bench()
    await using elsewhere = await startReceiver()
    proxy.expect({ status: 307, headers: { location: elsewhere.url } })
    await driver.ask({ do: 'follow', method: 'events.stream', ids: [] })
    expect(await driver.failure({ do: 'next' })).toMatchObject({ kind: 'api', status: 307 })
    expect(elsewhere.received).toEqual([])
  })
}
