import { connectMongo } from '@usher/service-kit'
import { until } from '@usher/test-kit'
import { startHarness } from './harness.ts'

/** A lease as the service stores it. */
interface Lease {
  readonly _id: string
  readonly expires_at: Date
}

describe('a service without replays', () => {
  test('takes no lease for replays', async () => {
    await using harness = await startHarness()
    await using stack = new AsyncDisposableStack()
    const connection = await connectMongo(harness.config.mongoUrl)
    stack.defer(() => connection.destroy())
    const leases = connection.collection<Lease>('leases')
    // Each replica renews its part in the relay every ten seconds, and looks for replays at least every twenty.
    const renewals = new Set<number>()
    await until('seven renewals', async () => {
      const membership = await leases.findOne({ _id: /^outbox-relay\// })
      if (membership) renewals.add(membership.expires_at.getTime())
      return renewals.size >= 7
    })
    expect(await leases.findOne({ _id: 'webhook-replays' })).toBeNull()
  })
})
