import { SECOND_MS } from '@usher/service-kit/durations'
import { createStandingClock, startReceiver, until } from '@usher/test-kit'
import { anEvent, deliveriesOf, givenEndpoint, startHarness } from './harness.ts'

const EVENTS = 300

/** A key other than the one that the secrets are sealed with, under its name. */
const WRONG_KEYS = [{ id: 'test', key: Buffer.alloc(32, 7) }]

/** Attempts that could not be made, by a service. */
async function failuresOf({ url }: { url: string }): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^usher_work_failures_total\{.*work="webhook".*\} (\d+)$/m.exec(text)?.[1] ?? 0)
}

describe('attack: a backlog for a webhook whose secret cannot be opened', () => {
  test('attempts rest while the secret is unreadable, and each event arrives in one attempt with the key restored', async () => {
    // Probes are due by the clock: while it stands still, only the expected ones are made.
    const clock = createStandingClock()
    await using harness = await startHarness({}, { clock })
    await using receiver = await startReceiver()
    const endpoint = await givenEndpoint(harness.client(), receiver.url)
    await harness.service[Symbol.asyncDispose]()

    const broken = await harness.start({ secretKeys: WRONG_KEYS })
    await harness.publish(...Array.from({ length: EVENTS }, () => anEvent(harness.organizationId)))
    const pending = async () => {
      const { body } = await harness.client({}, broken.url)('GET', `/v1/webhook-endpoints/${endpoint.id}`)
      return body.health.pending
    }
    await until('all events to be kept', async () => (await pending()) === EVENTS)
    const atFirst = await failuresOf(broken)
    expect(atFirst).toBeGreaterThan(0)
    // Those that were under way before the first failed.
    expect(atFirst).toBeLessThan(EVENTS / 2)
    for (const seconds of [1, 2]) {
      const before = await failuresOf(broken)
      clock.advance(seconds * SECOND_MS)
      const probes = async () => (await failuresOf(broken)) - before
      await until('a probe', async () => (await probes()) > 0)
      expect(await probes()).toBe(1)
    }
    await broken[Symbol.asyncDispose]()

    // Advance before it starts: a later jump would expire the claims that it takes at once.
    clock.advance(31 * SECOND_MS)
    const mended = await harness.start()
    await until('all events to arrive', async () => {
      await mended.jobs.dispatcher.drain()
      return receiver.received.length >= EVENTS
    })
    const deliveries = await deliveriesOf(harness.client({}, mended.url), endpoint.id)
    for (const { status, attempts } of deliveries) expect([status, attempts.length]).toEqual(['delivered', 1])
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids).size).toBe(EVENTS)
  })
})
