import { createStandingClock, startReceiver, until } from '@usher/test-kit'
import { givenDelivery, shareHarness } from './harness.ts'

const shared = shareHarness(createStandingClock)

const headers = { 'idempotency-key': 'once' }

describe('POST requests with an idempotency key', () => {
  test('create one endpoint for 20 concurrent requests, each answered with its secret', async () => {
    const harness = await shared()
    const api = harness.client()
    const create = () =>
      api('POST', '/v1/webhook-endpoints', { body: { url: 'https://example.com/hook' }, headers })
    const answers = await Promise.all(Array.from({ length: 20 }, create))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ body }) => body.secret)).size).toBe(1)
    expect((await api('GET', '/v1/webhook-endpoints')).body.data).toHaveLength(1)
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') !== 'true')).toHaveLength(1)
  })

  test('rotate a secret once for repeated requests', async () => {
    const harness = await shared()
    const api = harness.client()
    const { body } = await api('POST', '/v1/webhook-endpoints', { body: { url: 'https://example.com/hook' } })
    const rotate = () => api('POST', `/v1/webhook-endpoints/${body.id}/rotate-secret`, { headers })
    const [first, second] = [await rotate(), await rotate()]
    expect(first.body.secret).not.toBe(body.secret)
    expect(second.body.secret).toBe(first.body.secret)
  })

  test('attempt a delivery once more for repeated retries', async () => {
    const harness = await shared()
    await using receiver = await startReceiver()
    const { api, log } = await givenDelivery(harness, receiver, [500, 500])
    const delivery = await until('the first attempt', async () => {
      const [only] = await log()
      return only?.attempts.length === 1 && only
    })
    const retry = () => api('POST', `/v1/deliveries/${delivery.id}/retry`, { headers })
    expect((await retry()).status).toBe(202)
    await until('the manual attempt', async () => (await log())[0].attempts.length === 2)
    expect((await retry()).headers.get('idempotent-replayed')).toBe('true')
    await harness.service.jobs.dispatcher.drain()
    expect(receiver.received).toHaveLength(2)
  })
})
