import { HOUR_MS, MINUTE_MS } from '@usher/service-kit/durations'
import { createStandingClock, startReceiver, until } from '@usher/test-kit'
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

/** The most that jitter adds. */
const withJitter = (ms: number) => ms * 1.1

describe('a receiver that answers 500, 500 and 200', () => {
  test('gets attempts at 0 s, 5 s and 5 min with one webhook-id', async () => {
    const harness = await shared()
    await using receiver = await startReceiver()
    const { log } = await givenDelivery(harness, receiver, [500, 500, 200])
    const attempts = (count: number) =>
      until(`attempt ${count}`, async () => (await log())[0]?.attempts.length === count)
    await attempts(1)
    harness.clock.advance(4_000)
    await harness.service.jobs.dispatcher.drain()
    expect(receiver.received).toHaveLength(1)
    harness.clock.advance(1_600)
    await harness.service.jobs.dispatcher.drain()
    expect(receiver.received).toHaveLength(2)
    harness.clock.advance(5 * MINUTE_MS - 2_000)
    await harness.service.jobs.dispatcher.drain()
    expect(receiver.received).toHaveLength(2)
    harness.clock.advance(withJitter(5 * MINUTE_MS) - 5 * MINUTE_MS + 2_000)
    await harness.service.jobs.dispatcher.drain()

    expect(receiver.received).toHaveLength(3)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(receiver.received.map(({ raw }) => raw.toString())).size).toBe(1)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(3)
    const [delivery] = await log()
    expect(delivery).toMatchObject({ status: 'delivered', next_attempt_at: null })
    expect(
      delivery.attempts.map(({ number, trigger, response, error }: Record<string, { status: number }>) => [
        number,
        trigger,
        response?.status,
        error,
      ]),
    ).toEqual([
      [1, 'automatic', 500, 'The answer was 500'],
      [2, 'automatic', 500, 'The answer was 500'],
      [3, 'automatic', 200, null],
    ])
  })

  test('gets the second attempt after 5 s without any change of the clock', async () => {
    await using harness = await startHarness()
    await using receiver = await startReceiver()
    await givenDelivery(harness, receiver, [500, 200])
    const [first, second] = await until(
      'two attempts',
      () => receiver.received.length === 2 && receiver.received,
    )
    const gap = (second?.at ?? 0) - (first?.at ?? 0)
    expect(gap).toBeGreaterThanOrEqual(5_000)
    expect(gap).toBeLessThan(60_000)
  })
})

describe('a receiver that always fails', () => {
  test('gets ten attempts over about 76 hours, and the delivery fails', async () => {
    const harness = await shared()
    await using receiver = await startReceiver()
    const { log } = await givenDelivery(harness, receiver, Array(20).fill(503))
    await until('the first attempt', async () => (await log())[0]?.attempts.length === 1)
    for (let next = (await log())[0].next_attempt_at; next; next = (await log())[0].next_attempt_at) {
      harness.clock.advance(Date.parse(next) - harness.clock.now().getTime())
      await harness.service.jobs.dispatcher.drain()
    }
    const [{ status, attempts }] = await log()
    expect([status, attempts.length, receiver.received.length]).toEqual(['failed', 10, 10])
    const hours = (Date.parse(attempts[9].started_at) - Date.parse(attempts[0].started_at)) / HOUR_MS
    expect(hours).toBeGreaterThan(75)
    expect(hours).toBeLessThan(withJitter(76))
  })

  test('has its endpoint disabled as failing after five days, until the owner enables it', async () => {
    const harness = await shared()
    await using receiver = await startReceiver()
    const { api, endpoint, log } = await givenDelivery(harness, receiver, Array(20).fill(503))
    const current = async () => (await api('GET', `/v1/webhook-endpoints/${endpoint.id}`)).body
    await until('the first attempt', async () => (await log())[0]?.attempts.length === 1)
    harness.clock.advance(5 * 24 * HOUR_MS - MINUTE_MS)
    await harness.service.jobs.dispatcher.drain()
    expect(await current()).toMatchObject({ enabled: true })
    harness.clock.advance(HOUR_MS)
    await harness.service.jobs.dispatcher.drain()
    expect(await current()).toMatchObject({ enabled: false, disabled_reason: 'failing' })
    expect((await log())[0].status).toBe('failed')

    const enabled = await api('PATCH', `/v1/webhook-endpoints/${endpoint.id}`, { body: { enabled: true } })
    expect(enabled.body).toMatchObject({ enabled: true, disabled_reason: null })
    await harness.publish(anEvent(harness.organizationId))
    await until('an attempt after it was enabled', async () => (await log())[0].attempts.length === 1)
    expect(await current()).toMatchObject({ enabled: true })
  })
})

describe('answers with a special meaning', () => {
  test('410 disables the endpoint at once and ends all attempts', async () => {
    const harness = await shared()
    await using receiver = await startReceiver()
    const { api, endpoint, log } = await givenDelivery(harness, receiver, [410])
    const disabled = await until('the endpoint to be disabled', async () => {
      const { body } = await api('GET', `/v1/webhook-endpoints/${endpoint.id}`)
      return !body.enabled && body
    })
    expect(disabled.disabled_reason).toBe('gone')
    await until('the result', async () => (await log())[0]?.status === 'failed')
    // An event before the look-up of the first one would be sent by it.
    await harness.publish(anEvent(harness.organizationId, { time: harness.clock.now() }))
    harness.clock.advance(HOUR_MS)
    await harness.service.jobs.dispatcher.drain()
    expect(receiver.received).toHaveLength(1)
  })

  test('Retry-After delays the next attempt by that long', async () => {
    const harness = await shared()
    await using receiver = await startScriptedReceiver((_req, res) =>
      res.writeHead(429, { 'retry-after': '3600' }).end(),
    )
    const api = harness.client()
    const endpoint = await givenEndpoint(api, receiver.url)
    await harness.publish(anEvent(harness.organizationId))
    await until('the result', async () => (await deliveriesOf(api, endpoint.id))[0]?.attempts.length === 1)
    harness.clock.advance(HOUR_MS - MINUTE_MS)
    await harness.service.jobs.dispatcher.drain()
    expect(receiver.count()).toBe(1)
    harness.clock.advance(withJitter(HOUR_MS) - HOUR_MS + MINUTE_MS)
    await harness.service.jobs.dispatcher.drain()
    expect(receiver.count()).toBe(2)
  })

  test('a redirect is not followed, and the log says so', async () => {
    const harness = await shared()
    await using target = await startReceiver()
    await using receiver = await startScriptedReceiver((_req, res) =>
      res.writeHead(307, { location: target.url }).end(),
    )
    const api = harness.client()
    const endpoint = await givenEndpoint(api, receiver.url)
    await harness.publish(anEvent(harness.organizationId))
    const attempt = await until(
      'the result',
      async () => (await deliveriesOf(api, endpoint.id))[0]?.attempts[0],
    )
    expect(attempt.error).toBe('The answer was 307: redirects are not followed')
    expect(target.received).toEqual([])
  })
})
