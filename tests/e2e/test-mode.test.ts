import { randomUUID } from 'node:crypto'
import { ALL_SCOPES } from '@usher/contracts'
import { apiClient, type Client, openClient, sessionClient, startReceiver, until } from '@usher/test-kit'
import { useSharedUsher } from './shared-usher.ts'
import type { Usher } from './stack.ts'

const TEST = { headers: { 'usher-mode': 'test' } }

let usher: Usher
let owner: Client
let live: Client
let byKey: Client
beforeAll(async () => {
  usher = await useSharedUsher()
  owner = await sessionClient(usher.stack.url, usher.demo)
  live = usher.api
  const body = { name: 'Test', scopes: ALL_SCOPES, livemode: false }
  const made = await owner('POST', '/account/api-keys', { body })
  expect(made).toMatchObject({
    status: 201,
    body: { livemode: false, api_key: expect.stringMatching(/^usk_test_/) },
  })
  byKey = apiClient(usher.stack.url, made.body.api_key)
})
afterAll(() => usher?.[Symbol.asyncDispose]())

describe('a test key', () => {
  test('does not find live queues, and live credentials do not find its queues', async () => {
    const test = (await byKey('POST', '/v1/queues', { body: { name: 'Test' } })).body
    const other = (await live('POST', '/v1/queues', { body: { name: 'Live' } })).body
    const namesFor = async (call: Client, options = {}) =>
      (await call('GET', '/v1/queues', options)).body.data.map(({ name }: { name: string }) => name)
    expect(await namesFor(byKey)).toEqual(['Test'])
    expect(await namesFor(owner, TEST)).toEqual(['Test'])
    expect(await namesFor(owner)).not.toContain('Test')
    const change = (call: Client, id: string) => call('PATCH', `/v1/queues/${id}`, { body: { name: 'X' } })
    for (const [call, id] of [
      [live, test.id],
      [owner, test.id],
      [byKey, other.id],
    ] as const)
      expect(await change(call, id)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect((await change(byKey, test.id)).status).toBe(200)
  })

  test('gets mode_mismatch for a request in the other mode', async () => {
    const asked = (call: Client, mode: string) =>
      call('GET', '/v1/queues', { headers: { 'usher-mode': mode } })
    const mismatch = { status: 400, body: { code: 'mode_mismatch' } }
    expect(await asked(live, 'test')).toMatchObject(mismatch)
    expect(await asked(byKey, 'live')).toMatchObject(mismatch)
    expect(await asked(owner, 'demo')).toMatchObject(mismatch)
    expect([(await asked(live, 'live')).status, (await asked(byKey, 'test')).status]).toEqual([200, 200])
  })
})

describe('a session in test mode', () => {
  test('shows the members, keys and settings of the live organisation', async () => {
    const organization = await owner('GET', '/account/organization', TEST)
    expect(organization.body.id).toBe(usher.demo.organization_id)
    expect((await owner('GET', '/account/members', TEST)).body.data).toHaveLength(1)
    const keys = (await owner('GET', '/account/api-keys', TEST)).body.data
    expect(new Set(keys.map(({ livemode }: { livemode: boolean }) => livemode))).toEqual(
      new Set([true, false]),
    )
  })
})

describe('test data', () => {
  test('is marked as such in webhooks, responses and the test messages', async () => {
    await using receiver = await startReceiver()
    await byKey('POST', '/v1/webhook-endpoints', {
      body: { url: receiver.url, event_types: ['guest.added'] },
    })
    const queue = await byKey('POST', '/v1/queues', { body: { name: 'Trial' } })
    const body = { name: 'Ada', phone: '+14155552671' }
    const guest = await byKey('POST', `/v1/queues/${queue.body.id}/guests`, { body })
    expect([queue.body.livemode, guest.body.livemode]).toEqual([false, false])
    expect((await live('POST', '/v1/queues', { body: { name: 'Real' } })).body.livemode).toBe(true)
    const [told] = await until('the delivery', () => receiver.received.length > 0 && receiver.received)
    const account_id = usher.demo.organization_id.replace('org_', 'org_test_')
    expect(JSON.parse(told?.raw.toString() ?? '').meta).toMatchObject({ account_id, livemode: false })
    const path = `/v1/test/messages?guest_id=${guest.body.id}`
    const [message] = await until('the message', async () => {
      const { data } = (await byKey('GET', path)).body
      return data[0]?.status === 'delivered' && data
    })
    expect(message).toMatchObject({ channel: 'sms', to: body.phone, kind: 'added', code: null })
    const page = await openClient(usher.stack.url)('GET', new URL(guest.body.status_url).pathname)
    expect([page.status, page.body.includes('Demo Bistro')]).toEqual([200, true])
  })

  test('has its requests and audit records separate from live ones', async () => {
    const made = (await byKey('POST', '/v1/queues', { body: { name: 'Logged' } })).body
    await byKey('PATCH', `/v1/queues/${made.id}`, { body: { name: 'Renamed' } })
    const ids = async (path: string, options = {}) =>
      JSON.stringify((await owner('GET', path, options)).body.data)
    for (const path of ['/account/requests?limit=100', '/account/audit?limit=100']) {
      await until(`${path} in test mode`, async () => (await ids(path, TEST)).includes(made.id))
      expect(await ids(path)).not.toContain(made.id)
    }
    const names = await ids('/account/audit?limit=100', TEST)
    expect(names).toContain('"actor_name":"Test"')
  })

  test('has booking pages with the slug prefix test--, which live pages cannot take', async () => {
    const slug = `page-${randomUUID().slice(0, 8)}`
    const made = await owner('PATCH', '/api/booking-page', { body: { slug }, ...TEST })
    expect(made.body).toMatchObject({
      slug: `test--${slug}`,
      url: expect.stringMatching(`/book/test--${slug}$`),
    })
    expect((await owner('PATCH', '/api/booking-page', { body: { slug } })).body.slug).toBe(slug)
    const stolen = await owner('PATCH', '/api/booking-page', { body: { slug: `test--${slug}-2` } })
    expect(stolen).toMatchObject({ status: 400, body: { errors: [{ pointer: '/slug', code: 'reserved' }] } })
  })

  test("shows a notice on guest pages in the guest's language, and live data shows none", async () => {
    const pageOf = async (call: Client) => {
      const queue = (await call('POST', '/v1/queues', { body: { name: 'Hall' } })).body
      const guest = (await call('POST', `/v1/queues/${queue.id}/guests`, { body: { name: 'Ada' } })).body
      return await (await fetch(guest.status_url, { headers: { 'accept-language': 'de' } })).text()
    }
    expect(await pageOf(byKey)).toContain('<p class="test">Testdaten: ')
    expect(await pageOf(live)).not.toContain('class="test"')
  })

  test('cannot be used to connect or synchronise a calendar', async () => {
    const provider = await owner('POST', '/api/providers', {
      body: { name: 'Grace', weekly_hours: [] },
      ...TEST,
    })
    const auth = `/api/google-calendar/auth?provider_id=${provider.body.id}`
    expect(await owner('GET', auth, TEST)).toMatchObject({ status: 409, body: { code: 'live_only' } })
    const sync = await owner('POST', '/api/google-calendar/sync', { body: {}, ...TEST })
    expect(sync).toMatchObject({ status: 409, body: { code: 'live_only' } })
  })
})
