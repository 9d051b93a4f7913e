import { connectMongo } from '@usher/service-kit'
import { createInfrastructure, startReceiver, until } from '@usher/test-kit'
import { RateStore } from '../src/pacing/rate-store.ts'
import { anEvent, givenEndpoint, shareHarness, startHarness, startScriptedReceiver } from './harness.ts'

const shared = shareHarness()

/** By which the clocks of the database and of this process may differ. */
const CLOCKS_MS = 25

describe('an endpoint with a rate limit of 20 a second', () => {
  test('gets 40 events from two replicas at least 50 ms apart', async () => {
    await using harness = await startHarness()
    await using receiver = await startReceiver()
    await harness.start()
    await givenEndpoint(harness.client(), receiver.url, { rate_limit_per_second: 20 })
    const publishedAt = Date.now()
    await harness.publish(...Array.from({ length: 40 }, () => anEvent(harness.organizationId)))
    await until('all events', () => receiver.received.length === 40)
    const times = receiver.received.map(({ at }) => at).sort((a, b) => a - b)
    // Slots are 50 ms apart from the first on, whoever has them; a busy machine makes late, never early.
    const early = times.filter((at, index) => at < publishedAt + index * 50 - CLOCKS_MS)
    expect(early).toEqual([])
  })

  test('gets its next slot at once after being idle', async () => {
    await using infrastructure = await createInfrastructure()
    const connection = await connectMongo(infrastructure.mongoUrl('webhooks'))
    const rates = new RateStore(connection)
    const reserve = () => rates.reserve('idle', 20, 1)
    const first = await reserve()
    await new Promise((resolve) => setTimeout(resolve, 200))
    const later = await reserve()
    await connection.destroy()
    expect([first, later]).toEqual([0, 0])
  })
})

describe('a receiver that answers 429', () => {
  test('holds all deliveries to it for its Retry-After, while another endpoint gets its events', async () => {
    const harness = await shared()
    let isThrottled = true
    await using receiver = await startScriptedReceiver((_req, res) =>
      isThrottled ? res.writeHead(429, { 'retry-after': '60' }).end() : res.end(),
    )
    await using other = await startReceiver()
    const api = harness.client()
    await givenEndpoint(api, receiver.url)
    await harness.publish(anEvent(harness.organizationId))
    await until('the first attempt', () => receiver.count() === 1)
    await givenEndpoint(api, other.url)
    await harness.publish(...Array.from({ length: 5 }, () => anEvent(harness.organizationId)))
    await until('all at the other', () => other.received.length === 5)
    await harness.service.jobs.dispatcher.drain()
    expect(receiver.count()).toBe(1)
    isThrottled = false
    harness.clock.advance(66_000)
    await harness.service.jobs.dispatcher.drain()
    await until('all at the first', () => receiver.count() === 7)
  })
})
