import { useSharedUsher } from '../../../../tests/e2e/shared-usher.ts'
import type { Usher } from '../../../../tests/e2e/stack.ts'
import type { Bench } from './bench.ts'
import type { Driver } from './driver.ts'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'
import { describePages } from './scenarios/pages.ts'
import { describeProblems } from './scenarios/problems.ts'
import { describeRedirects } from './scenarios/redirects.ts'
import { describeRetries } from './scenarios/retries.ts'
import { describeStreams } from './scenarios/streams.ts'
import { describeTimeouts } from './scenarios/timeouts.ts'
import { describeVerification } from './scenarios/verification.ts'

/** What every SDK does alike against the running product, with faults between them. */
export function describeConformance(sdk: string, start: () => Promise<Driver>): void {
  describe(`conformance with network faults: ${sdk}`, () => {
    const cleanup = new AsyncDisposableStack()
    let bench: Bench
    beforeAll(async () => {
      const usher = cleanup.use(await useSharedUsher())
      const proxy = cleanup.use(await startFaultProxy(usher.stack.url))
      bench = benchOf(usher, proxy, cleanup.use(await start()))
    })
    beforeEach(() => bench.connect())
    afterAll(() => cleanup.disposeAsync())
    for (const describeScenarios of [
      describePages,
      describeRetries,
      describeTimeouts,
      describeProblems,
      describeRedirects,
      describeVerification,
      describeStreams,
    ])
      describeScenarios(() => bench)
  })
}

function benchOf(usher: Usher, proxy: FaultProxy, driver: Driver): Bench {
  const { api, demo } = usher
  return {
    usher,
    proxy,
    driver,
    queue: async () => (await api('POST', '/v1/queues', { body: { name: 'Door' } })).body.id,
    add: (queueId, name, key) =>
      driver.ask({
        ...{ do: 'call', method: 'queues.guests.add', ids: [queueId], body: { name } },
        ...(key !== undefined && { idempotency_key: key }),
      }),
    names: async (queueId) =>
      (await api('GET', `/v1/queues/${queueId}/guests?limit=100`)).body.data.map(
        ({ name }: { name: string }) => name,
      ),
    connect: ({ api_key = demo.api_key, max_retries = 3, timeout_seconds = 30 } = {}) =>
      driver.ask({ do: 'connect', base_url: proxy.url, api_key, max_retries, timeout_seconds }),
  }
}
