import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import {
  createUsherClient,
  type UsherClient,
  UsherError,
  verifyServiceSignature,
  verifyWebhook,
  type WebhookEvent,
  webhookHandler,
} from '@usher/sdk'
import { type Receiver, startReceiver, until } from '@usher/test-kit'
import { useSharedUsher } from './shared-usher.ts'
import type { Usher } from './stack.ts'

let running: Usher
let receiver: Receiver
let usher: UsherClient
beforeAll(async () => {
  running = await useSharedUsher()
  receiver = await startReceiver()
  usher = createUsherClient({ baseUrl: running.stack.url, apiKey: running.demo.api_key })
})
afterAll(async () => {
  await receiver?.[Symbol.asyncDispose]()
  await running?.[Symbol.asyncDispose]()
})

const givenQueue = async () => (await usher.POST('/v1/queues', { body: { name: 'Door' } })).data.id

const errorOf = (call: Promise<unknown>): Promise<UsherError> =>
  call.then(
    () => Promise.reject(new Error('it was not refused')),
    (error) => error,
  )

describe('the Node SDK with a running Usher', () => {
  test('the example of the README prints the expected output', async () => {
    const readme = await readFile(
      fileURLToPath(new URL('../../clients/node/README.md', import.meta.url)),
      'utf8',
    )
    const file = join(running.home, 'example.mjs')
    await writeFile(file, /^```js example.mjs\n(.*?)^```$/ms.exec(readme)?.[1] ?? '')
    const env = { ...process.env, USHER_URL: running.stack.url, USHER_API_KEY: running.demo.api_key }
    const { stdout } = await promisify(execFile)(process.execPath, [file], { env })
    expect(stdout).toBe('1 Ada\n404 not_found\n')
  })

  test('lists added guests in order over several pages', async () => {
    const path = { id: await givenQueue() }
    const names = ['Ada', 'Bo', 'Cy', 'Di', 'Ed']
    for (const name of names) {
      const { data } = await usher.POST('/v1/queues/{id}/guests', { params: { path }, body: { name } })
      expect(data).toMatchObject({ name, status: 'waiting' })
    }
    const listed: string[] = []
    const params = { path, query: { limit: 2 } }
    for await (const { name } of usher.list('/v1/queues/{id}/guests', { params })) listed.push(name)
    expect(listed).toEqual(names)
  })

  test('replays a POST repeated with the same Idempotency-Key', async () => {
    const path = { id: await givenQueue() }
    const add = () =>
      usher.POST('/v1/queues/{id}/guests', {
        params: { path, header: { 'Idempotency-Key': 'sdk-once' } },
        body: { name: 'Ada' },
      })
    const [first, second] = [await add(), await add()]
    expect(second.data.id).toBe(first.data.id)
    expect(second.response.headers.get('idempotent-replayed')).toBe('true')
  })

  test('throws an UsherError with the status, code and errors of the response', async () => {
    const unknown = await errorOf(usher.GET('/v1/guests/{id}', { params: { path: { id: 'gst_1' } } }))
    expect(unknown).toBeInstanceOf(UsherError)
    expect(unknown).toMatchObject({ status: 404, code: 'not_found', requestId: expect.any(String) })
    const invalid = await errorOf(usher.POST('/v1/queues', { body: { name: '' } }))
    expect(invalid).toMatchObject({ status: 400, code: 'validation_failed', errors: [{ pointer: '/name' }] })
    const stranger = createUsherClient({ baseUrl: running.stack.url, apiKey: 'usk_wrong' })
    expect(await errorOf(stranger.GET('/v1/queues'))).toMatchObject({ status: 401, code: 'unauthorized' })
  })

  test('returns the text of a file, and undefined for an empty response', async () => {
    const path = { id: await givenQueue() }
    const file = await usher.GET('/v1/queues/{id}/guests/export', { params: { path }, parseAs: 'text' })
    expect(file.data).toContain('name')
    expect((await usher.DELETE('/v1/queues/{id}', { params: { path } })).data).toBeUndefined()
  })

  test('handles a webhook, which Usher records as delivered', async () => {
    const events: [WebhookEvent, string][] = []
    await using cleanup = new AsyncDisposableStack()
    let secret = ''
    const server = createServer((req, res) =>
      webhookHandler(secret, (event, { id }) => events.push([event, id]))(req, res),
    ).listen(0, '127.0.0.1')
    await once(server, 'listening')
    cleanup.defer(() => {
      server.closeAllConnections()
      server.close()
    })
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const { data: endpoint } = await usher.POST('/v1/webhook-endpoints', { body: { url } })
    secret = endpoint.secret
    const queueId = await givenQueue()
    const params = { path: { id: endpoint.id } }
    // Events from just before the endpoint was made may come, too.
    const isOfQueue = ([event]: [WebhookEvent, string]) =>
      event.event === 'queue.created' && event.data.id === queueId
    const delivery = await until('the delivery', async () => {
      const [, id] = events.find(isOfQueue) ?? []
      const { data: page } = await usher.GET('/v1/webhook-endpoints/{id}/deliveries', { params })
      return page.data.find((one) => one.id === id && one.status === 'delivered')
    })
    expect(delivery.event).toBe('queue.created')
    await usher.DELETE('/v1/webhook-endpoints/{id}', { params })
  })

  test('verifies a delivery with either secret after a rotation', async () => {
    const { data: endpoint } = await usher.POST('/v1/webhook-endpoints', { body: { url: receiver.url } })
    const params = { path: { id: endpoint.id } }
    const { data: rotated } = await usher.POST('/v1/webhook-endpoints/{id}/rotate-secret', { params })
    const queueId = await givenQueue()
    const { raw, headers } = await until('the delivery', () =>
      receiver.received.find(({ raw }) => raw.includes(queueId)),
    )
    for (const secrets of [endpoint.secret, rotated.secret, [rotated.secret, endpoint.secret] as const])
      expect(verifyWebhook(raw, headers, secrets).event).toBe('queue.created')
    const signature = headers['x-service-signature']?.toString()
    expect(verifyServiceSignature(raw, signature, rotated.secret)).toBe(true)
    expect(verifyServiceSignature(raw, signature, endpoint.secret)).toBe(false)
    expect(() => verifyWebhook(`${raw} `, headers, rotated.secret)).toThrow('No signature matches')
  })
})
