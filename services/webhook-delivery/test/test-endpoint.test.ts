import { randomUUID } from 'node:crypto'
import { newId } from '@usher/service-kit'
import { startReceiver } from '@usher/test-kit'
import { Webhook } from 'standardwebhooks'
import { deliveriesOf, givenEndpoint, type Harness, startHarness } from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

const ENDPOINTS = '/v1/webhook-endpoints'
const example = { body: { event_type: 'guest.seated' } }

const ofNewOrganization = () => harness.client({ organization_id: newId('organization') })

describe('testing an endpoint', () => {
  test.each([ENDPOINTS, '/api/subscriptions'])(
    'at %s sends a signed example and answers with the result',
    async (path) => {
      const api = ofNewOrganization()
      await using receiver = await startReceiver()
      const { id, secret } = await givenEndpoint(api, receiver.url, { headers: { 'x-till': '7' } })
      const { status, body } = await api('POST', `${path}/${id}/test`, example)
      expect([status, body]).toEqual([
        200,
        expect.objectContaining({ test: true, event: 'guest.seated', status: 'delivered', webhook_id: id }),
      ])
      expect(body.attempts).toEqual([
        expect.objectContaining({
          duration_ms: expect.any(Number),
          response: expect.objectContaining({ status: 200, body: 'thanks' }),
          error: null,
        }),
      ])
      const [received] = receiver.received
      expect(received?.headers).toMatchObject({ 'webhook-id': body.id, 'x-till': '7' })
      const raw = received?.raw.toString() ?? ''
      expect(new Webhook(secret).verify(raw, received?.headers as Record<string, string>)).toMatchObject({
        event: 'guest.seated',
        data: { status: 'seated' },
        meta: { webhook_id: id },
      })
      expect(await deliveriesOf(api, id)).toEqual([body])
    },
  )

  test('that fails is reported, neither retried nor counted in its health, and cannot be retried by hand', async () => {
    const api = ofNewOrganization()
    await using receiver = await startReceiver()
    receiver.answers.push(410, 500)
    const { id } = await givenEndpoint(api, receiver.url, { enabled: false })
    const gone = (await api('POST', `${ENDPOINTS}/${id}/test`, example)).body
    expect(gone).toMatchObject({ status: 'failed', next_attempt_at: null })
    expect(gone.attempts[0].error).toBe('The answer was 410: the receiver is gone')
    await api('PATCH', `${ENDPOINTS}/${id}`, { body: { enabled: true } })
    await api('POST', `${ENDPOINTS}/${id}/test`, example)
    harness.clock.advance(6 * 24 * 3600 * 1000)
    await harness.service.jobs.dispatcher.drain()
    expect(receiver.received).toHaveLength(2)
    const { body } = await api('GET', `${ENDPOINTS}/${id}`)
    expect(body).toMatchObject({
      enabled: true,
      health: { failing_since: null, pending: 0, last_attempt_at: null },
    })
    const again = await api('POST', `/v1/deliveries/${gone.id}/retry`)
    expect([again.status, again.body.code]).toEqual([409, 'invalid_transition'])
    expect((await api('GET', `/v1/deliveries/${gone.id}`)).body).toEqual(gone)
  })

  test('reports a refused connection', async () => {
    const api = ofNewOrganization()
    const receiver = await startReceiver()
    await receiver[Symbol.asyncDispose]()
    const { id } = await givenEndpoint(api, receiver.url)
    const { body } = await api('POST', `${ENDPOINTS}/${id}/test`, example)
    expect(body.attempts[0]).toMatchObject({ response: null, error: 'The connection was refused' })
  })

  test('sends one test for a repeated idempotency key', async () => {
    const api = ofNewOrganization()
    await using receiver = await startReceiver()
    const { id } = await givenEndpoint(api, receiver.url)
    const options = { ...example, headers: { 'idempotency-key': randomUUID() } }
    const first = await api('POST', `${ENDPOINTS}/${id}/test`, options)
    const second = await api('POST', `${ENDPOINTS}/${id}/test`, options)
    expect(second.body).toEqual(first.body)
    expect(receiver.received).toHaveLength(1)
  })

  test('answers 400 to an unknown event type and 404 to another organisation', async () => {
    const api = ofNewOrganization()
    await using receiver = await startReceiver()
    const { id } = await givenEndpoint(api, receiver.url)
    const unknown = await api('POST', `${ENDPOINTS}/${id}/test`, { body: { event_type: 'guest.*' } })
    expect([unknown.status, unknown.body.errors[0].pointer]).toEqual([400, '/event_type'])
    expect((await ofNewOrganization()('POST', `${ENDPOINTS}/${id}/test`, example)).status).toBe(404)
    expect(receiver.received).toEqual([])
  })
})
