import { execFileSync } from 'node:child_process'
import { newId } from '@usher/service-kit'
import { type Received, startReceiver, until } from '@usher/test-kit'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { anEvent, givenEndpoint, type Harness, startHarness } from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

/** What receivers use, as it is published. */
const LIBRARIES = [
  ['standardwebhooks', StandardWebhook],
  ['svix', SvixWebhook],
] as const

/** The body, once the library has taken the delivery: one answers with it, the other only does not throw. */
function verify(Library: (typeof LIBRARIES)[number][1], secret: string, { raw, headers }: Received) {
  new Library(secret).verify(raw.toString(), headers as Record<string, string>)
  return JSON.parse(raw.toString())
}

/** As the service specification has it: `openssl dgst -sha256 -hmac SECRET` over the exact bytes. */
const opensslHmac = (secret: string, { raw }: Received) =>
  execFileSync('openssl', ['dgst', '-sha256', '-hmac', secret, '-r'], { input: raw }).toString().split(' ')[0]

/** A delivery before and one after a rotation, as they arrived, with the secrets. */
async function givenRotation() {
  const organizationId = newId('organization')
  const api = harness.client({ organization_id: organizationId })
  await using receiver = await startReceiver()
  const { id, secret: former } = await givenEndpoint(api, receiver.url)
  const deliver = async (count: number) => {
    await harness.publish(anEvent(organizationId, { name: 'Zoë ☕ \u2028' }))
    await until('the delivery', () => receiver.received.length === count)
    return receiver.received[count - 1] as Received
  }
  const before = await deliver(1)
  const newest = (await api('POST', `/v1/webhook-endpoints/${id}/rotate-secret`)).body.secret
  return { former, newest, before, during: await deliver(2) }
}

describe('signatures of deliveries before and during a secret rotation', () => {
  test.each(LIBRARIES)(
    'are verified by %s with the valid secrets, and rejected for altered deliveries',
    async (_name, Library) => {
      const { former, newest, before, during } = await givenRotation()
      const body = { event: 'guest.added', data: { name: 'Zoë ☕ \u2028' } }
      expect(verify(Library, former, before)).toMatchObject(body)
      expect(verify(Library, newest, during)).toMatchObject(body)
      expect(verify(Library, former, during)).toMatchObject(body)
      expect(() => verify(Library, newest, before)).toThrow()
      const tampered = { ...during, raw: Buffer.concat([during.raw, Buffer.from(' ')]) }
      expect(() => verify(Library, newest, tampered)).toThrow()
      const other = { ...during.headers, 'webhook-id': before.headers['webhook-id'] ?? '' }
      expect(() => verify(Library, newest, { ...during, headers: other })).toThrow()
    },
  )

  test('x-service-signature equals the openssl HMAC with the newest secret', async () => {
    const { former, newest, before, during } = await givenRotation()
    expect(before.headers['x-service-signature']).toBe(opensslHmac(former, before))
    expect(during.headers['x-service-signature']).toBe(opensslHmac(newest, during))
  })
})
