import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { newId } from '@usher/service-kit'
import { until } from '@usher/test-kit'
import { anEvent, deliveriesOf, givenEndpoint, givenReceiver, type Harness, startHarness } from './harness.ts'

const URL = 'https://example.com/hook'
const ENDPOINTS = '/v1/webhook-endpoints'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

const ofNewOrganization = () => harness.client({ organization_id: newId('organization') })

describe('custom headers', () => {
  const headers = { Authorization: 'Bearer their-secret', 'X-Till': '7' }

  test('are sent with a delivery, next to our own headers', async () => {
    await using given = await givenReceiver(harness, { headers })
    await harness.publish(anEvent(given.organizationId))
    const received = await until('the delivery', () => given.receiver.received[0])
    expect(received.headers).toMatchObject({
      authorization: 'Bearer their-secret',
      'x-till': '7',
      'user-agent': 'Usher-Webhooks/1',
      'webhook-id': expect.any(String),
    })
  })

  test('show their names only in the endpoint and the log, and are encrypted in the database', async () => {
    await using given = await givenReceiver(harness, { headers })
    const { api, endpoint } = given
    await harness.publish(anEvent(given.organizationId))
    const delivery = await until('the attempt', async () => {
      const [found] = await deliveriesOf(api, endpoint.id)
      return found?.attempts.length === 1 && found
    })
    expect(delivery.attempts[0].request.headers).toMatchObject({
      authorization: '[hidden]',
      'x-till': '[hidden]',
      'user-agent': 'Usher-Webhooks/1',
    })
    const read = (await api('GET', `${ENDPOINTS}/${endpoint.id}`)).body
    expect(read.header_names).toEqual(['authorization', 'x-till'])
    for (const shown of [endpoint, read, delivery])
      expect(JSON.stringify(shown)).not.toContain('their-secret')
    const stored = await harness.inDatabase((endpoints) => endpoints.findOne({ _id: endpoint.id }))
    expect(stored).toMatchObject({ headers: expect.any(String) })
    expect(JSON.stringify(stored)).not.toContain('their-secret')
  })

  test('must be given again when the URL changes to another host', async () => {
    const api = ofNewOrganization()
    const { id } = await givenEndpoint(api, URL, { headers })
    const change = (body: object) => api('PATCH', `${ENDPOINTS}/${id}`, { body })
    const elsewhere = 'https://example.org/hook'
    const refused = await change({ url: elsewhere })
    expect(refused.body.errors).toEqual([
      expect.objectContaining({ pointer: '/headers', code: 'headers_needed' }),
    ])
    expect((await change({ url: 'https://example.com/other' })).body.header_names).toHaveLength(2)
    expect((await change({ url: elsewhere, headers: {} })).body).toMatchObject({
      ...{ url: elsewhere, header_names: [] },
    })
    expect((await change({ url: URL })).status).toBe(200)
  })

  test('are hidden in the log when the receiver echoes them', async () => {
    const echo = createServer((req, res) => res.end(JSON.stringify(req.headers)))
    await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve))
    const organizationId = newId('organization')
    const api = harness.client({ organization_id: organizationId })
    const url = `http://127.0.0.1:${(echo.address() as AddressInfo).port}`
    const endpoint = await givenEndpoint(api, url, { headers })
    const test = await api('POST', `${ENDPOINTS}/${endpoint.id}/test`, {
      body: { event_type: 'guest.added' },
    })
    await harness.publish(anEvent(organizationId))
    const log = await until('the attempt', async () => {
      const found = await deliveriesOf(api, endpoint.id)
      return (
        found.length === 2 &&
        found.every((one: { attempts: unknown[] }) => one.attempts.length === 1) &&
        found
      )
    })
    echo.close()
    for (const shown of [test.body, log]) {
      expect(JSON.stringify(shown)).toContain('Usher-Webhooks/1')
      expect(JSON.stringify(shown)).not.toContain('their-secret')
    }
  })

  test('are no longer sent after they were replaced by none', async () => {
    await using given = await givenReceiver(harness, { headers })
    await given.api('PATCH', `${ENDPOINTS}/${given.endpoint.id}`, { body: { headers: {} } })
    await harness.publish(anEvent(given.organizationId))
    const received = await until('the delivery', () => given.receiver.received[0])
    expect(received.headers).not.toHaveProperty('x-till')
  })

  test.each([
    ['Webhook-Id', 'reserved_header'],
    ['webhook-signature', 'reserved_header'],
    ['X-Service-Signature', 'reserved_header'],
    ['Content-Type', 'reserved_header'],
    ['content-length', 'reserved_header'],
    ['Host', 'reserved_header'],
    ['user-agent', 'reserved_header'],
    ['Connection', 'reserved_header'],
    ['Keep-Alive', 'reserved_header'],
    ['Transfer-Encoding', 'reserved_header'],
    ['TE', 'reserved_header'],
    ['Upgrade', 'reserved_header'],
    ['Proxy-Authorization', 'reserved_header'],
    ['Expect', 'reserved_header'],
    ['X-Usher-Caller', 'reserved_header'],
    ['two words', 'invalid_header_name'],
    ['', 'invalid_header_name'],
    ['x:y', 'invalid_header_name'],
    [':authority', 'invalid_header_name'],
    ['x\r\ny', 'invalid_header_name'],
  ])('named %j are refused with 400 and the reason', async (name, code) => {
    const answer = await ofNewOrganization()('POST', ENDPOINTS, {
      body: { url: URL, headers: { [name]: 'v' } },
    })
    expect([answer.status, answer.body.errors]).toEqual([
      400,
      [expect.objectContaining({ pointer: `/headers/${name.replace('~', '~0')}`, code })],
    ])
  })

  test.each([
    [{ a: 'b\r\nHost: other' }, 'invalid_header_value'],
    [{ a: '' }, 'invalid_header_value'],
    [{ a: ' padded ' }, 'invalid_header_value'],
    [{ a: 'ü' }, 'invalid_header_value'],
    [{ a: 'x'.repeat(1001) }, 'invalid_header_value'],
    [{ 'X-A': '1', 'x-a': '2' }, 'repeated_header'],
    [Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`x-${i}`, '1'])), 'too_many_headers'],
    [
      Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`x-${i}`, 'x'.repeat(500)])),
      'headers_too_large',
    ],
  ])('%j are refused with 400 and the code %s', async (given, code) => {
    const answer = await ofNewOrganization()('POST', ENDPOINTS, { body: { url: URL, headers: given } })
    expect([answer.status, answer.body.errors?.[0].code]).toEqual([400, code])
  })
})
