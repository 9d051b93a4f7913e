import type { ServerResponse } from 'node:http'
import { HOUR_MS } from '@usher/service-kit/durations'
import { createStandingClock, setDate, startReceiver, until } from '@usher/test-kit'
import { webhookDeliveryService } from '../src/service.ts'
import {
  anEvent,
  deliveriesOf,
  givenDelivery,
  givenEndpoint,
  shareHarness,
  startHarness,
  startScriptedReceiver,
} from './harness.ts'

const shared = shareHarness(createStandingClock)

describe('a delivery that waits for its next attempt', () => {
  test('is attempted by the service after a restart', async () => {
    await using harness = await startHarness({}, { clock: createStandingClock() })
    await using receiver = await startReceiver()
    const { log } = await givenDelivery(harness, receiver, [500])
    await until('the first attempt', async () => (await log())[0]?.attempts.length === 1)
    await harness.service[Symbol.asyncDispose]()
    harness.clock.advance(5_600)
    const restarted = await harness.start()
    await restarted.jobs.dispatcher.drain()
    expect(receiver.received).toHaveLength(2)
    expect(receiver.received[1]?.headers['webhook-id']).toBe(receiver.received[0]?.headers['webhook-id'])
  })

  test('is attempted once by two replicas that look for it at the same time', async () => {
    await using harness = await startHarness({}, { clock: createStandingClock() })
    await using receiver = await startReceiver()
    const replica = await harness.start()
    const api = harness.client()
    const endpoint = await givenEndpoint(api, receiver.url)
    receiver.answers.push(...Array(40).fill(500))
    await harness.publish(...Array.from({ length: 40 }, () => anEvent(harness.organizationId)))
    const attempts = async (): Promise<number[]> =>
      (await api('GET', `/v1/webhook-endpoints/${endpoint.id}/deliveries?limit=100`)).body.data.map(
        (delivery: { attempts: unknown[] }) => delivery.attempts.length,
      )
    await until('40 results', async () => (await attempts()).join('') === '1'.repeat(40))
    harness.clock.advance(5_600)
    await Promise.all([
      harness.service.jobs.dispatcher.drain(),
      replica.jobs.dispatcher.drain(),
      harness.service.jobs.dispatcher.drain(),
      replica.jobs.dispatcher.drain(),
    ])
    expect(receiver.received).toHaveLength(80)
    expect(await attempts()).toEqual(Array(40).fill(2))
  })

  test('is no longer attempted after its endpoint was deleted', async () => {
    const harness = await shared()
    await using receiver = await startReceiver()
    const { api, endpoint, log } = await givenDelivery(harness, receiver, [500])
    await until('the first attempt', async () => (await log())[0]?.attempts.length === 1)
    expect((await api('DELETE', `/v1/webhook-endpoints/${endpoint.id}`)).status).toBe(204)
    harness.clock.advance(HOUR_MS)
    await harness.service.jobs.dispatcher.drain()
    expect(receiver.received).toHaveLength(1)
  })
})

describe('deliveries waiting in memory behind a hanging receiver', () => {
  test('are not attempted after their endpoint was deleted', async () => {
    const harness = await shared()
    const hanging: ServerResponse[] = []
    await using receiver = await startScriptedReceiver((_req, res) => hanging.push(res))
    const api = harness.client()
    const endpoint = await givenEndpoint(api, receiver.url)
    await harness.publish(...Array.from({ length: 12 }, () => anEvent(harness.organizationId)))
    await until('all but two to hang', () => hanging.length === 10)
    await until('the last two', async () => (await deliveriesOf(api, endpoint.id)).length === 12)
    await api('DELETE', `/v1/webhook-endpoints/${endpoint.id}`)
    harness.clock.advance(2_000)
    for (const res of hanging) res.end('ok')
    await harness.service.jobs.dispatcher.drain()
    expect(receiver.count()).toBe(10)
  })
})

describe('a process that stalls during a delivery', () => {
  test('another replica attempts the delivery once the claim expires, and the log shows both attempts', async () => {
    await using harness = await startHarness({}, { clock: createStandingClock() })
    const stalled: ServerResponse[] = []
    await using receiver = await startScriptedReceiver((_req, res) => {
      if (receiver.count() === 1) stalled.push(res)
      else res.end('ok')
    })
    const api = harness.client()
    const endpoint = await givenEndpoint(api, receiver.url)
    await harness.publish(anEvent(harness.organizationId))
    await until('an attempt that stalls', () => stalled.length === 1)
    await until('it to be written', async () => (await deliveriesOf(api, endpoint.id)).length === 1)
    const replica = await harness.start()
    harness.clock.advance(25_000)
    await replica.jobs.dispatcher.drain()
    expect(receiver.count()).toBe(1)
    harness.clock.advance(6_000)
    await replica.jobs.dispatcher.drain()
    expect(receiver.count()).toBe(2)
    expect((await deliveriesOf(api, endpoint.id))[0]).toMatchObject({ status: 'delivered' })

    stalled[0]?.writeHead(500).end()
    const late = await until('the late result', async () => {
      const [delivery] = await deliveriesOf(api, endpoint.id)
      return delivery.attempts.length === 2 && delivery
    })
    expect(late).toMatchObject({ status: 'delivered', next_attempt_at: null })
    const statuses = late.attempts.map(({ response }: { response: { status: number } }) => response.status)
    expect(statuses).toEqual([200, 500])
  })
})

describe('a replica whose clock is ten minutes ahead', () => {
  afterEach(() => {
    jest.useRealTimers()
  })

  test('leaves a delivery under way to the other replica', async () => {
    await using harness = await startHarness({}, { clock: createStandingClock() })
    // The clock of tests would jump as well.
    await harness.service[Symbol.asyncDispose]()
    await using one = await webhookDeliveryService.start(harness.config)
    await using receiver = await startScriptedReceiver(() => {})
    const api = harness.client({}, one.url)
    const endpoint = await givenEndpoint(api, receiver.url)
    await harness.publish(anEvent(harness.organizationId))
    await until('an attempt that hangs', () => receiver.count() === 1)
    await until('it to be written', async () => (await deliveriesOf(api, endpoint.id)).length === 1)

    setDate(Date.now() + 600_000)
    await using ahead = await webhookDeliveryService.start(harness.config)
    await ahead.jobs.dispatcher.drain()
    expect(receiver.count()).toBe(1)
  })
})
