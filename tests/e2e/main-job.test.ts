import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { OPERATIONS, webhookEnvelopeSchema } from '@usher/contracts'
import { apiClient, type Client, type Received, type Receiver, startReceiver, until } from '@usher/test-kit'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { Webhook } from 'standardwebhooks'
import { useSharedUsher } from './shared-usher.ts'
import type { Usher } from './stack.ts'

const run = promisify(execFile)

let usher: Usher
let receiver: Receiver
beforeAll(async () => {
  usher = await useSharedUsher()
  receiver = await startReceiver()
})
afterAll(async () => {
  await receiver?.[Symbol.asyncDispose]()
  await usher?.[Symbol.asyncDispose]()
})

const arrived = (event: string): Promise<Received> =>
  until(event, () => receiver.received.find(({ raw }) => JSON.parse(raw.toString()).event === event))

/** `openssl dgst` over exactly the bytes that arrived. */
async function opensslHmac(raw: Buffer, secret: string): Promise<string> {
  const file = join(usher.home, 'body.bin')
  await writeFile(file, raw)
  const { stdout } = await run('openssl', ['dgst', '-sha256', '-hmac', secret, file])
  return stdout.trim().split('= ')[1] ?? ''
}

describe('a webhook endpoint with a real receiver', () => {
  test('receives guest.added with both signatures when a guest is added through the gateway', async () => {
    const created = await usher.api('POST', '/v1/webhook-endpoints', { body: { url: receiver.url } })
    expect(created.status).toBe(201)
    const { id: webhookId, secret } = created.body
    const queue = (await usher.api('POST', '/v1/queues', { body: { name: 'Door' } })).body.id
    const guest = { name: 'Ada', phone: '+14155552671', party_size: 2, notes: 'by the window' }
    const added = await usher.api('POST', `/v1/queues/${queue}/guests`, { body: guest })
    expect(added.status).toBe(201)

    const { raw, headers } = await arrived('guest.added')
    const envelope = JSON.parse(raw.toString())
    expect(Object.keys(envelope)).toEqual(['event', 'timestamp', 'data', 'meta'])
    expect(envelope.meta).toEqual({
      account_id: usher.demo.organization_id,
      webhook_id: webhookId,
      livemode: true,
    })
    expect(webhookEnvelopeSchema.parse(envelope)).toEqual(envelope)
    const { id, name, phone, party_size, position, estimated_wait } = added.body
    expect(envelope.data).toEqual({ id, queue_id: queue, name, phone, party_size, position, estimated_wait })

    expect(headers['x-service-signature']).toBe(await opensslHmac(raw, secret))
    expect(headers['user-agent']).toBe('Usher-Webhooks/1')
    expect(new Webhook(secret).verify(raw.toString(), headers as Record<string, string>)).toEqual(envelope)
    expect(() => new Webhook(secret).verify(`${raw} `, headers as Record<string, string>)).toThrow()
    const { components } = (await usher.api('GET', '/asyncapi.json')).body
    const { payload } = components.messages['guest.added']
    const ajv = addFormats.default(new Ajv())
    expect(ajv.validate(payload, envelope)).toBe(true)
    expect(ajv.validate(components.schemas.WebhookHeaders, headers)).toBe(true)
  })

  test('receives every guest and queue event', async () => {
    const { api } = usher
    const queue = (await api('POST', '/v1/queues', { body: { name: 'All events' } })).body.id
    const add = async () => (await api('POST', `/v1/queues/${queue}/guests`, { body: { name: 'B' } })).body.id
    const [first, second, third] = [await add(), await add(), await add()]
    await api('PATCH', `/v1/guests/${first}`, { body: { party_size: 3 } })
    await api('POST', `/v1/guests/${first}/notify`)
    await api('POST', `/v1/guests/${first}/seat`)
    await api('POST', `/v1/guests/${second}/no-show`)
    await api('DELETE', `/v1/guests/${third}`)
    await api('PATCH', `/v1/queues/${queue}`, { body: { servers: 4 } })
    await api('POST', `/v1/queues/${queue}/pause`)
    await api('POST', `/v1/queues/${queue}/resume`)
    const types = [
      'guest.added',
      'guest.updated',
      'guest.notified',
      'guest.seated',
      'guest.no_show',
      'guest.removed',
      'queue.created',
      'queue.updated',
      'queue.paused',
      'queue.resumed',
    ]
    for (const type of types) expect((await arrived(type)).headers['webhook-id']).toBeDefined()
  })

  test('is hidden from another organisation and receives none of its events', async () => {
    const stranger: Client = apiClient(usher.stack.url, usher.demo.second.api_key)
    const queue = (await usher.api('POST', '/v1/queues', { body: { name: 'Mine' } })).body.id
    const endpoint = (await usher.api('GET', '/v1/webhook-endpoints')).body.data[0].id
    for (const path of [
      `/v1/queues/${queue}`,
      `/v1/queues/${queue}/guests`,
      `/v1/webhook-endpoints/${endpoint}`,
    ]) {
      expect(await stranger('GET', path)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
    expect((await stranger('GET', '/v1/queues')).body.data).toEqual([])
    const before = receiver.received.length
    await stranger('POST', '/v1/queues', { body: { name: 'Theirs' } })
    await usher.api('POST', '/v1/queues', { body: { name: 'Marker' } })
    await until('the marker', () => receiver.received.slice(before).some(({ raw }) => raw.includes('Marker')))
    expect(receiver.received.some(({ raw }) => raw.includes('Theirs'))).toBe(false)
  })

  test("the API document describes every operation, at this Usher's address", async () => {
    const { body: document } = await usher.api('GET', '/openapi.json')
    expect(document.servers[0].url).toBe(usher.stack.url)
    for (const { method, path } of OPERATIONS) expect(document.paths[path][method]).toBeDefined()
  })

  test('the logs of all processes contain no guest data and no API key', async () => {
    const names = [
      'accounts',
      'queue',
      'webhook-delivery',
      'notification',
      'booking-platform',
      'calendar-sync',
      'gateway',
    ]
    const queue = (await usher.api('POST', '/v1/queues', { body: { name: 'Private' } })).body.id
    const guest = { name: 'Zebedee Quux', phone: '+14155550199', notes: 'allergic to nuts' }
    await usher.api('POST', `/v1/queues/${queue}/guests`, { body: guest })
    await usher.api('POST', `/v1/queues/${queue}/guests`, { body: { ...guest, party_size: 'x' } })
    await until('the event', () => receiver.received.some(({ raw }) => raw.includes('Zebedee')))
    const marker = { 'x-request-id': 'last-of-this-test' }
    await usher.api('GET', '/v1/queues', { headers: marker })
    const logs = () =>
      Promise.all(names.map((name) => readFile(join(usher.home, 'logs', `${name}.log`), 'utf8')))
    await until('the logs to be written', async () => (await logs()).join('').includes('last-of-this-test'))
    const written = (await logs()).join('')
    for (const secret of ['Zebedee', '4155550199', 'allergic', usher.demo.api_key])
      expect(written).not.toContain(secret)
  })
})
