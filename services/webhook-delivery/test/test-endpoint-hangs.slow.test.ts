import { newId } from '@usher/service-kit'
import { until } from '@usher/test-kit'
import { givenEndpoint, startHarness, startScriptedReceiver } from './harness.ts'

const ENDPOINTS = '/v1/webhook-endpoints'
const example = { body: { event_type: 'guest.seated' } }

describe('testing an endpoint whose receiver hangs', () => {
  test('answers after 10 s, and with 409 to a second test meanwhile', async () => {
    await using harness = await startHarness()
    const api = harness.client({ organization_id: newId('organization') })
    await using receiver = await startScriptedReceiver(() => {})
    const { id } = await givenEndpoint(api, receiver.url)
    const waiting = api('POST', `${ENDPOINTS}/${id}/test`, example)
    await until('the test', () => receiver.count() === 1)
    const second = await api('POST', `${ENDPOINTS}/${id}/test`, example)
    expect([second.status, second.body.code]).toEqual([409, 'delivery_in_progress'])
    const { body } = await waiting
    expect(body).toMatchObject({ status: 'failed', attempts: [{ response: null, duration_ms: 10_000 }] })
    expect(body.attempts[0].error).toMatch(/within 10 s/)
  })
})
