import { newId } from '@usher/service-kit'
import { collectEvents, until } from '@usher/test-kit'
import { startWithPeople } from './support/people.ts'

const CLIENTS = '/account/oauth-clients'
const APP = { name: 'App', scopes: ['queues:read'], redirect_uris: ['https://app.test/back'] }

type People = Awaited<ReturnType<typeof startWithPeople>>
let all: People
let owners = 0
beforeAll(async () => {
  all = await startWithPeople()
})
afterAll(async () => {
  await all?.[Symbol.asyncDispose]()
})

/** The owner of an organisation of the test's own. */
const newOwner = () => all.owner(`owner-${owners++}@usher.test`)

test('an organisation has at most 50 applications', async () => {
  const { call, caller } = await newOwner()
  const { organization_id } = caller
  const clients = Array.from({ length: 50 }, () => ({ _id: newId('oauthClient'), organization_id }))
  await all.infrastructure.fill('accounts', 'oauth_clients', clients)
  const refused = await call('POST', CLIENTS, { body: APP })
  expect([refused.status, refused.body.code]).toEqual([409, 'plan_limit_reached'])
})

describe('applications of partners', () => {
  test('registering an application shows its secret once and stores no plain secret', async () => {
    const { call, caller } = await newOwner()
    const made = await call('POST', CLIENTS, { body: APP })
    expect(made.status).toBe(201)
    expect(made.headers.get('location')).toBe(`${CLIENTS}/${made.body.id}`)
    expect(made.body).toMatchObject({ ...APP, type: 'confidential', created_by: caller.actor })
    expect(made.body.client_secret).toMatch(/^uos_[\w-]{43}$/)
    const { client_secret, ...shown } = made.body
    expect((await call('GET', `${CLIENTS}/${shown.id}`)).body).toEqual(shown)
    expect((await call('GET', CLIENTS)).body).toEqual({ data: [shown], next_cursor: null })
    const stored = JSON.stringify(await all.database.collection('oauth_clients').find().toArray())
    expect(stored).not.toContain(client_secret)
  })

  test('a registration repeated under one Idempotency-Key creates one application', async () => {
    const { call } = await newOwner()
    const post = () => call('POST', CLIENTS, { body: APP, headers: { 'idempotency-key': 'k' } })
    const [first, again] = [await post(), await post()]
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect((await call('GET', CLIENTS)).body.data).toHaveLength(1)
  })

  test.each([
    ['no scope', { scopes: [] }, '/scopes'],
    ['an unknown scope', { scopes: ['all'] }, '/scopes/0'],
    ['an address without TLS', { redirect_uris: ['http://app.test/'] }, '/redirect_uris/0'],
    ['an address with a fragment', { redirect_uris: ['https://app.test/#a'] }, '/redirect_uris/0'],
    ['an address with a password', { redirect_uris: ['https://a:b@app.test/'] }, '/redirect_uris/0'],
    ['an address that is none', { redirect_uris: ['app'] }, '/redirect_uris/0'],
    ['an address that runs code', { redirect_uris: ['javascript:alert(1)'] }, '/redirect_uris/0'],
    ['no address for a public one', { type: 'public', redirect_uris: [] }, '/redirect_uris'],
    ['an unknown field', { secret: 'mine' }, '/secret'],
  ])('registering %s answers 400 with a pointer to the wrong field', async (_, change, pointer) => {
    const { call } = await newOwner()
    const answer = await call('POST', CLIENTS, { body: { ...APP, ...change } })
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0].pointer).toBe(pointer)
  })

  test('refuses a change with a stale ETag, and emits an event for each change and the deletion', async () => {
    await using events = await collectEvents(all.infrastructure.rabbitUrl)
    const { call } = await newOwner()
    const { id } = (await call('POST', CLIENTS, { body: APP })).body
    const etag = (await call('GET', `${CLIENTS}/${id}`)).headers.get('etag') ?? ''
    const change = (body: object, tag: string) =>
      call('PATCH', `${CLIENTS}/${id}`, { body, headers: { 'if-match': tag } })
    expect((await change({ name: 'New' }, etag)).body.name).toBe('New')
    expect((await change({ name: 'Newer' }, etag)).body.code).toBe('precondition_failed')
    const rotated = await call('POST', `${CLIENTS}/${id}/rotate-secret`)
    expect(rotated.body.client_secret).toMatch(/^uos_/)
    expect((await call('DELETE', `${CLIENTS}/${id}`)).status).toBe(204)
    expect((await call('GET', `${CLIENTS}/${id}`)).status).toBe(404)
    await until('three events', () => events.of(id).length === 3)
    const seen = events.of(id).map(({ type, sequence }) => [type, sequence])
    expect(seen).toEqual([
      ['oauth_client.updated', 1],
      ['oauth_client.updated', 2],
      ['oauth_client.deleted', 3],
    ])
  })

  test('a public application has no secret to rotate and cannot lose its last redirect URI', async () => {
    const { call } = await newOwner()
    const { id, client_secret } = (await call('POST', CLIENTS, { body: { ...APP, type: 'public' } })).body
    expect(client_secret).toBeNull()
    expect((await call('POST', `${CLIENTS}/${id}/rotate-secret`)).body.code).toBe('invalid_transition')
    expect((await call('PATCH', `${CLIENTS}/${id}`, { body: { redirect_uris: [] } })).status).toBe(400)
  })

  test('hides applications from a host and from other organisations', async () => {
    const { call } = await newOwner()
    const { id } = (await call('POST', CLIENTS, { body: APP })).body
    const host = await all.invited(call, 'host@usher.test', 'host')
    expect((await host.call('GET', CLIENTS)).body.code).toBe('insufficient_scope')
    const stranger = await newOwner()
    expect((await stranger.call('GET', CLIENTS)).body.data).toEqual([])
    for (const [method, path] of [
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/rotate-secret'],
    ] as const) {
      expect((await stranger.call(method, `${CLIENTS}/${id}${path}`, { body: {} })).status).toBe(404)
    }
    expect((await stranger.call('GET', `${CLIENTS}/${id}`)).status).toBe(404)
    expect((await call('GET', `${CLIENTS}/${id}`)).status).toBe(200)
  })
})
