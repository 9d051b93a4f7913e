import { SetupError } from '@usher/local'
import { startReceiver, until } from '@usher/test-kit'
import { type N8n, startN8n } from './n8n/start-n8n.ts'
import { activate, httpEnd, httpStart, usherStart, usher as usherStep } from './n8n/workflows.ts'
import { useSharedUsher } from './shared-usher.ts'
import type { Usher } from './stack.ts'

/** undefined: it cannot be had on this machine. */
const n8n = (await startN8n().catch((error) => {
  if (!(error instanceof SetupError)) throw error
  process.stderr.write(`skipped: ${error.message}\n`)
})) as N8n

let usher: Usher
let credentials: Record<string, { id: string; name: string }>
beforeAll(async () => {
  usher = await useSharedUsher()
  if (!n8n) return
  const { demo, stack } = usher
  const made = async (name: string, data: object) => {
    const { id } = await n8n.call('POST', '/rest/credentials', { name, type: name, data })
    return { [name]: { id, name } }
  }
  const { client_id: clientId, client_secret: clientSecret } = demo.oauth
  const scope = 'service-types:read availability:read'
  credentials = {
    ...(await made('usherApi', { baseUrl: `${stack.url}/`, apiKey: demo.api_key })),
    // As people enter it who copy it from a browser.
    ...(await made('usherOAuth2Api', { baseUrl: `${stack.url}/`, clientId, clientSecret, scope })),
  }
})
afterAll(async () => {
  await n8n?.[Symbol.asyncDispose]()
  await usher?.[Symbol.asyncDispose]()
})

/** Starts a workflow from outside; the answer has the items of its last step. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
const start = (path: string, body: object): Promise<{ status: number; items: any }> =>
  until(`the workflow ${path} answers`, async () => {
    const answer = await fetch(`${n8n.url}/webhook/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return answer.status !== 404 && { status: answer.status, items: await answer.json() }
  })

const newQueue = async (name: string): Promise<string> =>
  (await usher.api('POST', '/v1/queues', { body: { name } })).body.id

const endpoints = async () => (await usher.api('GET', '/v1/webhook-endpoints')).body.data

;(!n8n ? describe.skip : describe)('a real n8n with the nodes of Usher', () => {
  test('adds a guest in a workflow started by a webhook', async () => {
    const queue = await newQueue('n8n in')
    await activate(n8n, 'HTTP to Usher', [
      httpStart('add'),
      usherStep(credentials, {
        ...{ authentication: 'usherApi', resource: 'Guests', operation: 'addGuest', id: queue },
        name: '={{ $json.body.name }}',
        options: { party_size: 3, tags: '["vip"]', phone: '+14155552671' },
      }),
    ])
    const { items } = await start('add', { name: 'Ada' })
    expect(items).toMatchObject([{ name: 'Ada', party_size: 3, tags: ['vip'], position: 1 }])
    const { data } = (await usher.api('GET', `/v1/queues/${queue}/guests`)).body
    expect(data).toMatchObject([{ id: items[0].id, name: 'Ada', phone: '+14155552671' }])
  })

  test('forwards guest.added, refuses a forged delivery and removes its endpoint when deactivated', async () => {
    await using receiver = await startReceiver()
    const queue = await newQueue('n8n out')
    const steps = [usherStart(credentials, ['guest.added']), httpEnd(receiver.url)]
    const workflow = await activate(n8n, 'Usher to HTTP', steps)
    const [endpoint] = await until('the endpoint is registered', async () => {
      const found = (await endpoints()).filter(({ url }: { url: string }) => url.startsWith(n8n.url))
      return found.length > 0 && found
    })
    expect(endpoint).toMatchObject({ event_types: ['guest.added'], enabled: true })
    await usher.api('POST', `/v1/queues/${queue}/guests`, { body: { name: 'Grace' } })
    const told = await until('the receiver was told', () => receiver.received[0])
    expect(JSON.parse(told.raw.toString())).toMatchObject({
      ...{ event: 'guest.added', data: { name: 'Grace', queue_id: queue } },
      delivery_id: expect.stringMatching(/^dlv_/),
    })

    const forged = await fetch(endpoint.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signature(told.raw) },
      body: told.raw,
    })
    expect(forged.status).toBe(400)

    await n8n.call('POST', `/rest/workflows/${workflow.id}/deactivate`, {})
    await until('the endpoint is removed', async () => {
      const left = (await endpoints()).map(({ id }: { id: string }) => id)
      return !left.includes(endpoint.id)
    })
    expect(receiver.received).toHaveLength(1)
  })

  test('fails an item with an unknown id or one that would change the path', async () => {
    const queue = await newQueue('n8n ids')
    await activate(n8n, 'Ids', [
      httpStart('ids'),
      {
        ...usherStep(credentials, {
          ...{ authentication: 'usherApi', resource: 'Queues', operation: 'getQueue' },
          id: '={{ $json.body.id }}',
        }),
        onError: 'continueRegularOutput',
      },
    ])
    expect((await start('ids', { id: queue })).items).toMatchObject([{ id: queue, name: 'n8n ids' }])
    for (const id of ['.', '..', '', '../queues', 'q_unknown']) {
      const { items } = await start('ids', { id })
      expect(items).toHaveLength(1)
      expect(items[0].error).toMatch(/resource|queue|404/i)
      expect(JSON.stringify(items)).not.toContain(usher.demo.api_key)
      expect(items[0]).not.toHaveProperty('data')
    }
  })

  test('reads all pages of a list when all items are requested', async () => {
    const queue = await newQueue('n8n pages')
    for (const name of ['A', 'B', 'C', 'D', 'E'])
      await usher.api('POST', `/v1/queues/${queue}/guests`, { body: { name } })
    await activate(n8n, 'List', [
      httpStart('list'),
      usherStep(credentials, {
        ...{ authentication: 'usherApi', resource: 'Guests', operation: 'listGuests', id: queue },
        ...{ returnAll: true, options: { limit: 2 } },
      }),
    ])
    const { items } = await start('list', {})
    expect(items.map(({ name }: { name: string }) => name)).toEqual(['A', 'B', 'C', 'D', 'E'])
  })

  test('lists service types with an OAuth application', async () => {
    await activate(n8n, 'Bookable', [
      httpStart('bookable'),
      usherStep(credentials, {
        ...{ authentication: 'usherOAuth2Api', resource: 'Service types', operation: 'listServiceTypes' },
        ...{ returnAll: false, options: {} },
      }),
    ])
    const { items } = await start('bookable', {})
    expect(items[0]).toMatchObject({ id: expect.stringMatching(/^svt_/) })
  })
})

/** Such as somebody sends who does not know the secret. */
const signature = (body: Buffer) => ({
  'webhook-id': 'dlv_forged',
  'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
  'webhook-signature': `v1,${body.subarray(0, 32).toString('base64')}`,
})
