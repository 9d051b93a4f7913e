import { NEWEST_API_VERSION } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { dumpOf } from '@usher/test-kit'
import { givenEndpoint, type Harness, startHarness } from './harness.ts'

const URL = 'https://example.com/hook'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

const ofNewOrganization = () => harness.client({ organization_id: newId('organization') })

describe('an organisation without endpoints', () => {
  test('creates an endpoint with defaults, and sees its secret only in that answer', async () => {
    const api = ofNewOrganization()
    const { status, body, headers } = await api('POST', '/v1/webhook-endpoints', { body: { url: URL } })
    expect([status, headers.get('location')]).toEqual([201, `/v1/webhook-endpoints/${body.id}`])
    const { secret, ...endpoint } = body
    expect(Buffer.from(secret.replace(/^whsec_/, ''), 'base64')).toHaveLength(32)
    expect(endpoint).toEqual({
      id: expect.stringMatching(/^whk_/),
      url: URL,
      event_types: null,
      queue_ids: null,
      description: null,
      metadata: {},
      enabled: true,
      rate_limit_per_second: null,
      ordering: 'none',
      api_version: NEWEST_API_VERSION,
      header_names: [],
      disabled_reason: null,
      secret_expires_at: null,
      created_at: expect.any(String),
      updated_at: endpoint.created_at,
      livemode: true,
    })
    const read = await api('GET', `/v1/webhook-endpoints/${body.id}`)
    const health = {
      failing_since: null,
      disables_at: null,
      pending: 0,
      oldest_pending_at: null,
      last_success_at: null,
      last_attempt_at: null,
    }
    expect(read.body).toEqual({ ...endpoint, health, missed: null })
    expect(read.headers.get('etag')).toBe(headers.get('etag'))
  })

  test('gets 400 with a pointer for each invalid field', async () => {
    const api = ofNewOrganization()
    const wrong: [object, string][] = [
      [{}, '/url'],
      [{ url: 'ftp://example.com' }, '/url'],
      [{ url: 'https://user:pass@example.com' }, '/url'],
      [{ url: 'https://example.com/#part' }, '/url'],
      [{ url: 'http://192.168.1.1/' }, '/url'],
      [{ url: 'http://[::ffff:10.0.0.1]/' }, '/url'],
      [{ url: { $gt: '' } }, '/url'],
      [{ url: URL, event_types: ['guest.exploded'] }, '/event_types/0'],
      [{ url: URL, event_types: [] }, '/event_types'],
      [{ url: URL, secret: 'mine' }, '/secret'],
    ]
    for (const [sent, pointer] of wrong) {
      const { status, body } = await api('POST', '/v1/webhook-endpoints', { body: sent })
      expect([sent, status, body.errors?.[0].pointer]).toEqual([sent, 400, pointer])
    }
    expect((await api('GET', '/v1/webhook-endpoints')).body.data).toEqual([])
  })

  test('gets 400 for an http URL in production', async () => {
    await using strict = await harness.start({ httpsOnly: true })
    const api = harness.client({ organization_id: newId('organization') }, strict.url)
    const { status, body } = await api('POST', '/v1/webhook-endpoints', {
      body: { url: 'http://example.com' },
    })
    expect([status, body.errors[0].pointer]).toEqual([400, '/url'])
    expect((await api('POST', '/v1/webhook-endpoints', { body: { url: URL } })).status).toBe(201)
  })
})

describe('attack: a copy of the database', () => {
  test('contains no secret of an endpoint, neither the current nor a rotated one', async () => {
    const api = ofNewOrganization()
    const post = async (path: string, body: object) =>
      (await api('POST', path, { body, headers: { 'idempotency-key': path } })).body
    const made = await post('/v1/webhook-endpoints', { url: URL })
    const rotated = await post(`/v1/webhook-endpoints/${made.id}/rotate-secret`, {})
    const dump = await dumpOf(harness.config.mongoUrl)
    expect(dump).toContain(made.id)
    for (const { secret } of [made, rotated]) {
      expect(secret).toMatch(/^whsec_/)
      expect(dump).not.toContain(secret.slice('whsec_'.length))
    }
  })
})

describe('an organisation with endpoints', () => {
  test('lists each once, page by page, oldest first', async () => {
    const api = ofNewOrganization()
    const ids: string[] = []
    for (let i = 0; i < 5; i += 1) ids.push((await givenEndpoint(api, `${URL}/${i}`)).id)
    const listed: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const place: string = cursor && `&cursor=${cursor}`
      const { body } = await api('GET', `/v1/webhook-endpoints?limit=2${place}`)
      listed.push(...body.data.map(({ id }: { id: string }) => id))
      cursor = body.next_cursor
    }
    expect(listed).toEqual([...ids].sort())
  })

  test('changes an endpoint once under concurrent If-Match, and gets 412 for a stale delete', async () => {
    const api = ofNewOrganization()
    const { id } = await givenEndpoint(api, URL)
    const etag = (await api('GET', `/v1/webhook-endpoints/${id}`)).headers.get('etag') ?? ''
    const change = (description: string) =>
      api('PATCH', `/v1/webhook-endpoints/${id}`, { body: { description }, headers: { 'if-match': etag } })
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => change(`change ${i}`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(412)])
    const stale = { headers: { 'if-match': etag } }
    expect((await api('DELETE', `/v1/webhook-endpoints/${id}`, stale)).status).toBe(412)
    expect((await api('DELETE', `/v1/webhook-endpoints/${id}`)).status).toBe(204)
    expect((await api('GET', `/v1/webhook-endpoints/${id}`)).status).toBe(404)
  })

  test('gets 400 when it changes the URL to a private address', async () => {
    const api = ofNewOrganization()
    const { id } = await givenEndpoint(api, URL)
    const { status, body } = await api('PATCH', `/v1/webhook-endpoints/${id}`, {
      body: { url: 'http://10.0.0.1' },
    })
    expect([status, body.errors[0].pointer]).toEqual([400, '/url'])
  })

  test('hides its endpoints from another organisation with 404', async () => {
    const { id } = await givenEndpoint(ofNewOrganization(), URL)
    const other = ofNewOrganization()
    const path = `/v1/webhook-endpoints/${id}`
    const answers = await Promise.all([
      other('GET', path),
      other('PATCH', path, { body: { enabled: false } }),
      other('DELETE', path),
      other('POST', `${path}/rotate-secret`),
      other('GET', `${path}/deliveries`),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    expect((await other('GET', '/v1/webhook-endpoints')).body.data).toEqual([])
  })

  test('gets 403 for listing endpoints without the scope', async () => {
    const api = harness.client({ scopes: ['queues:read'] })
    expect((await api('GET', '/v1/webhook-endpoints')).status).toBe(403)
  })
})
