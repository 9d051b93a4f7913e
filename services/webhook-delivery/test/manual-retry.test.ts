import { newId } from '@usher/service-kit'
import { createStandingClock, startReceiver, until } from '@usher/test-kit'
import {
  anEvent,
  deliveriesOf,
  givenDelivery,
  givenEndpoint,
  shareHarness,
  startScriptedReceiver,
} from './harness.ts'

const shared = shareHarness(createStandingClock)

describe('a delivery whose first attempt failed', () => {
  test('keeps its schedule after a failed manual retry, and is delivered by a successful one', async () => {
    const harness = await shared()
    await using receiver = await startReceiver()
    const { api, log } = await givenDelivery(harness, receiver, [500, 500, 200])
    const before = await until('the first attempt', async () => {
      const [delivery] = await log()
      return delivery?.attempts.length === 1 && delivery
    })
    const retry = () => api('POST', `/v1/deliveries/${before.id}/retry`)

    const { status, body } = await retry()
    expect(status).toBe(202)
    expect(body).toMatchObject({ id: before.id, attempts: before.attempts, status: 'pending' })
    await until('the manual attempt', async () => (await log())[0].attempts.length === 2)
    const [failed] = await log()
    expect(failed).toMatchObject({ status: 'pending', next_attempt_at: before.next_attempt_at })
    expect(failed.attempts[1]).toMatchObject({ number: 2, trigger: 'manual', error: 'The answer was 500' })

    await retry()
    await until('the second manual attempt', async () => (await log())[0].status === 'delivered')
    harness.clock.advance(3_600_000)
    await harness.service.jobs.dispatcher.drain()
    expect(receiver.received).toHaveLength(3)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })

  test('cannot be retried with its endpoint disabled or deleted, or by another organisation', async () => {
    const harness = await shared()
    await using receiver = await startReceiver()
    const { api, endpoint, log } = await givenDelivery(harness, receiver, [500])
    const { id } = await until('the delivery', async () => (await log())[0])
    const other = harness.client({ organization_id: newId('organization') })
    expect((await other('POST', `/v1/deliveries/${id}/retry`)).status).toBe(404)
    await api('PATCH', `/v1/webhook-endpoints/${endpoint.id}`, { body: { enabled: false } })
    const refused = await api('POST', `/v1/deliveries/${id}/retry`)
    expect([refused.status, refused.body.code]).toEqual([409, 'endpoint_disabled'])
    await api('DELETE', `/v1/webhook-endpoints/${endpoint.id}`)
    expect((await api('POST', `/v1/deliveries/${id}/retry`)).status).toBe(404)
  })
})

describe('a delivery with an attempt under way', () => {
  test('answers 409 to a manual retry', async () => {
    const harness = await shared()
    await using receiver = await startScriptedReceiver(() => {})
    const api = harness.client()
    const endpoint = await givenEndpoint(api, receiver.url)
    await harness.publish(anEvent(harness.organizationId))
    await until('the attempt', () => receiver.count() === 1)
    const { id } = await until('the delivery', async () => (await deliveriesOf(api, endpoint.id))[0])
    const { status, body } = await api('POST', `/v1/deliveries/${id}/retry`)
    expect([status, body.code]).toEqual([409, 'delivery_in_progress'])
  })
})

describe('a delivered delivery', () => {
  test('stays delivered after a failed manual retry', async () => {
    const harness = await shared()
    await using receiver = await startReceiver()
    const { api, log } = await givenDelivery(harness, receiver, [200, 500])
    const done = await until('the delivery', async () => {
      const [delivery] = await log()
      return delivery?.status === 'delivered' && delivery
    })
    await api('POST', `/v1/deliveries/${done.id}/retry`)
    await until('the manual attempt', async () => (await log())[0].attempts.length === 2)
    expect((await log())[0]).toMatchObject({ status: 'delivered', completed_at: done.completed_at })
  })
})
