import { ALL_SCOPES, credentialLookup, NEWEST_API_VERSION, operations } from '@usher/contracts'
import { hashApiKey, isWellFormedApiKey, newId } from '@usher/service-kit'
import { auditNoteOf, collectEvents, FORMER_VERSION, startOnce, until } from '@usher/test-kit'
import { newApiKey } from '../src/api-keys/api-key.ts'
import { sharePeople } from './support/people.ts'

const KEYS = '/account/api-keys'
const KEY = { name: 'Till', scopes: ['guests:read', 'guests:write'] }
const hours = (count: number) => count * 3_600_000

const people = sharePeople()

async function start() {
  const all = await people()
  const owner = await all.owner()
  const status = async (apiKey: string) => (await all.lookUp({ sha256: hashApiKey(apiKey) })).status
  return { ...all, ...owner, status }
}

const shared = startOnce(start)

test('an organisation has at most 200 API keys that are not revoked', async () => {
  const all = await start()
  const { id } = (await all.call('POST', KEYS, { body: KEY })).body
  const { organization_id } = all.caller
  const keys = Array.from({ length: 199 }, () => ({
    _id: newId('apiKey'),
    organization_id,
    sha256: newId('apiKey'),
  }))
  await all.infrastructure.fill('accounts', 'api_keys', keys)
  const refused = await all.call('POST', KEYS, { body: KEY })
  expect([refused.status, refused.body.code]).toEqual([409, 'plan_limit_reached'])
  await all.call('DELETE', `${KEYS}/${id}`)
  expect((await all.call('POST', KEYS, { body: KEY })).status).toBe(201)
})

describe('creating an API key', () => {
  test('shows the secret once, in the answer to an owner; the key resolves and its use is noted', async () => {
    const all = await start()
    const { status, headers, body } = await all.call('POST', KEYS, { body: KEY })
    expect([status, headers.get('location')]).toEqual([201, `${KEYS}/${body.id}`])
    expect(operations.createApiKey.answer.parse(body)).toEqual(body)
    expect(body).toMatchObject({ ...KEY, created_by: all.caller.actor, expires_at: null, replaced_by: null })
    expect(isWellFormedApiKey(body.api_key)).toBe(true)
    const resolved = await all.lookUp({ sha256: hashApiKey(body.api_key) })
    expect(resolved.body).toMatchObject({ actor: body.id, scopes: KEY.scopes })
    expect(resolved.body.session_id).toBeUndefined()

    const used = await until('the use to be noted', async () => {
      const list = (await all.call('GET', KEYS)).body
      expect(operations.listApiKeys.answer.parse(list)).toEqual(list)
      expect(JSON.stringify(list)).not.toContain(body.api_key)
      return list.data[0].last_used_at !== null && list.data[0]
    })
    expect(used).toMatchObject({ id: body.id, last4: body.api_key.slice(-4) })
  })

  test('the key reads without its secret, with an ETag that changes, until it is revoked', async () => {
    const all = await start()
    const { headers, body } = await all.call('POST', KEYS, { body: KEY })
    const path = headers.get('location') ?? ''
    const read = await all.call('GET', path)
    const { api_key: _, ...shown } = body
    expect([read.status, read.body]).toEqual([200, shown])
    const etag = read.headers.get('etag') ?? ''
    await all.call('POST', `${path}/rotate`)
    expect((await all.call('GET', path)).headers.get('etag')).not.toBe(etag)
    await all.call('DELETE', path)
    expect((await all.call('GET', path)).status).toBe(404)
  })

  test('a key with expires_at resolves until that time and answers 404 from it on', async () => {
    const all = await start()
    const expires_at = new Date(all.clock.now().getTime() + hours(1)).toISOString()
    const { body } = await all.call('POST', KEYS, { body: { ...KEY, expires_at } })
    expect([body.expires_at, await all.status(body.api_key)]).toEqual([expires_at, 200])
    all.clock.advance(hours(1))
    expect(await all.status(body.api_key)).toBe(404)
  })

  test('a key with queue_ids is limited to those queues, and so is its rotated successor', async () => {
    const all = await start()
    const queue_ids = [newId('queue'), newId('queue')]
    const { body } = await all.call('POST', KEYS, { body: { ...KEY, queue_ids } })
    const rotated = (await all.call('POST', `${KEYS}/${body.id}/rotate`, { body: {} })).body
    for (const key of [body, rotated]) {
      expect(key.queue_ids).toEqual(queue_ids)
      const resolved = await all.lookUp({ sha256: hashApiKey(key.api_key) })
      expect(credentialLookup.answer.parse(resolved.body).queue_ids).toEqual(queue_ids)
    }
    const open = (await all.call('POST', KEYS, { body: { ...KEY, queue_ids: null } })).body
    expect(open.queue_ids).toBeNull()
    expect((await all.lookUp({ sha256: hashApiKey(open.api_key) })).body).not.toHaveProperty('queue_ids')
  })

  test('10 simultaneous requests with one Idempotency-Key create one key and get one answer', async () => {
    const all = await start()
    const headers = { 'idempotency-key': 'k1' }
    const repeat = () => all.call('POST', KEYS, { body: KEY, headers })
    const answers = await Promise.all(Array.from({ length: 10 }, repeat))
    expect(new Set(answers.map(({ body }) => body.api_key)).size).toBe(1)
    expect((await all.call('GET', KEYS)).body.data).toHaveLength(1)
    const other = await all.call('POST', KEYS, { body: { ...KEY, name: 'Other' }, headers })
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_mismatch'])
  })

  test.each([
    [{ name: '' }, '/name'],
    [{ queue_ids: [] }, '/queue_ids'],
    [{ queue_ids: ['gst_01m7z0dj9nfvmthhecr7s68rtm'] }, '/queue_ids/0'],
    [{ queue_ids: Array(2).fill('q_01m7z0dj9nfvmthhecr7s68rtm') }, '/queue_ids'],
    [{ queue_ids: Array.from({ length: 101 }, () => newId('queue')) }, '/queue_ids'],
    [{ scopes: [] }, '/scopes'],
    [{ scopes: ['queues:read', 'queues:read'] }, '/scopes'],
    [{ scopes: ['api-keys:manage'] }, '/scopes/0'],
    [{ scopes: ['account:self'] }, '/scopes/0'],
    [{ expires_at: '2020-01-01T00:00:00Z' }, '/expires_at'],
    [{ expires_at: 'tomorrow' }, '/expires_at'],
    [{ organization_id: 'org_1' }, '/organization_id'],
  ])('answers 400 with a pointer to the wrong field for %j', async (fault, pointer) => {
    const all = await shared()
    const { status, body } = await all.call('POST', KEYS, { body: { ...KEY, ...fault } })
    expect([status, body.errors[0].pointer]).toEqual([400, pointer])
  })

  test('answers 403 naming the scopes that the creator lacks', async () => {
    const all = await start()
    const call = all.as({ ...all.caller, scopes: ['api-keys:manage', 'guests:read'] })
    const { status, body } = await call('POST', KEYS, { body: KEY })
    expect([status, body.code]).toEqual([403, 'forbidden'])
    expect(body.detail).toContain('guests:write')
    expect(body.detail).not.toContain('guests:read')
  })

  test('refuses to list or create keys for a caller without api-keys:manage', async () => {
    const all = await start()
    const call = all.as({ ...all.caller, scopes: ALL_SCOPES })
    expect((await call('GET', KEYS)).body.code).toBe('insufficient_scope')
    expect((await call('POST', KEYS, { body: KEY })).body.code).toBe('insufficient_scope')
  })
})

describe('revoking an API key', () => {
  test('the key ends at once, leaves the list and emits api_key.revoked', async () => {
    const all = await start()
    await using collector = await collectEvents(all.infrastructure.rabbitUrl)
    const { body } = await all.call('POST', KEYS, { body: KEY })
    expect((await all.call('DELETE', `${KEYS}/${body.id}`)).status).toBe(204)
    expect(await all.status(body.api_key)).toBe(404)
    expect((await all.call('GET', KEYS)).body.data).toEqual([])
    const events = await until('both events', () => {
      const found = collector.of(body.id)
      return found.length === 2 && found
    })
    const { actor } = all.caller
    expect(events).toMatchObject([
      { type: 'api_key.created', actor, sequence: 1, data: { name: KEY.name } },
      { type: 'api_key.revoked', actor, sequence: 2 },
    ])
    expect((await all.call('DELETE', `${KEYS}/${body.id}`)).status).toBe(404)
  })

  test('a key of another organisation is not listed and answers 404 to revoking and rotating', async () => {
    const all = await start()
    const { body } = await all.call('POST', KEYS, { body: KEY })
    const stranger = await all.owner(all.emailOf('bob'))
    expect((await stranger.call('GET', KEYS)).body.data).toEqual([])
    expect((await stranger.call('DELETE', `${KEYS}/${body.id}`)).status).toBe(404)
    expect((await stranger.call('POST', `${KEYS}/${body.id}/rotate`)).status).toBe(404)
    expect(await all.status(body.api_key)).toBe(200)
  })
})

describe('rotating an API key', () => {
  test('keeps both keys valid for 24 hours by default, and only the new one after that', async () => {
    const all = await start()
    const old = (await all.call('POST', KEYS, { body: KEY })).body
    const { status, body } = await all.call('POST', `${KEYS}/${old.id}/rotate`)
    expect([status, operations.rotateApiKey.answer.parse(body)]).toEqual([201, body])
    expect(body).toMatchObject({ ...KEY, expires_at: null })
    const listed = (await all.call('GET', KEYS)).body.data
    expect(listed.map(({ id, replaced_by }: typeof old) => [id, replaced_by])).toEqual([
      [old.id, body.id],
      [body.id, null],
    ])
    const statuses = () => Promise.all([old, body].map(({ api_key }) => all.status(api_key)))
    all.clock.advance(hours(24) - 60_000)
    expect(await statuses()).toEqual([200, 200])
    all.clock.advance(120_000)
    expect(await statuses()).toEqual([404, 200])
  })

  test('overlap_hours 0 revokes the old key at once and emits api_key.revoked', async () => {
    const all = await start()
    await using collector = await collectEvents(all.infrastructure.rabbitUrl)
    const old = (await all.call('POST', KEYS, { body: KEY })).body
    const { body } = await all.call('POST', `${KEYS}/${old.id}/rotate`, { body: { overlap_hours: 0 } })
    expect([await all.status(old.api_key), await all.status(body.api_key)]).toEqual([404, 200])
    const event = await until('the event', () => collector.of(old.id)[1])
    expect(event).toMatchObject({ type: 'api_key.revoked' })
  })

  test("neither the old key nor its successor outlives the old key's expires_at", async () => {
    const all = await start()
    const expires_at = new Date(all.clock.now().getTime() + hours(2)).toISOString()
    const old = (await all.call('POST', KEYS, { body: { ...KEY, expires_at } })).body
    const { body } = await all.call('POST', `${KEYS}/${old.id}/rotate`)
    const listed = (await all.call('GET', KEYS)).body.data
    expect([body.expires_at, listed[0].expires_at]).toEqual([expires_at, expires_at])
    all.clock.advance(hours(2))
    const again = await all.call('POST', `${KEYS}/${body.id}/rotate`)
    expect([again.status, again.body.code]).toEqual([409, 'invalid_transition'])
  })

  test('one of 5 simultaneous rotations succeeds, the others answer 409', async () => {
    const all = await start()
    const old = (await all.call('POST', KEYS, { body: KEY })).body
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => all.call('POST', `${KEYS}/${old.id}/rotate`)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
    expect((await all.call('GET', KEYS)).body.data).toHaveLength(2)
  })

  test('answers 403 for a key with scopes that the caller lacks', async () => {
    const all = await start()
    const old = (await all.call('POST', KEYS, { body: KEY })).body
    const call = all.as({ ...all.caller, scopes: ['api-keys:manage'] })
    expect((await call('POST', `${KEYS}/${old.id}/rotate`)).body.code).toBe('forbidden')
  })

  test.each([{ overlap_hours: -1 }, { overlap_hours: 169 }, { overlap_hours: 1.5 }, { hours: 1 }])(
    'answers 400 for %j',
    async (body) => {
      const all = await shared()
      const old = (await all.call('POST', KEYS, { body: KEY })).body
      expect((await all.call('POST', `${KEYS}/${old.id}/rotate`, { body })).status).toBe(400)
    },
  )
})

describe('the version of the API of a key', () => {
  const versionOf = async (all: Awaited<ReturnType<typeof start>>, apiKey: string) =>
    (await all.lookUp({ sha256: hashApiKey(apiKey) })).body.api_version

  /** A key from the time of an older version. */
  async function givenOldKey(all: Awaited<ReturnType<typeof start>>) {
    const { organization_id, actor: created_by } = all.caller
    const details = { organization_id, created_by, name: 'Old till', scopes: [], api_version: FORMER_VERSION }
    const { record, key } = newApiKey(details, new Date())
    await all.infrastructure.fill('accounts', 'api_keys', [record])
    return { id: record._id, key }
  }

  test('is the newest for a new key', async () => {
    const all = await start()
    const { body } = await all.call('POST', KEYS, { body: KEY })
    expect(body.api_version).toBe(NEWEST_API_VERSION)
    expect(await versionOf(all, body.api_key)).toBe(NEWEST_API_VERSION)
  })

  test('can be changed, which emits api_key.updated and an audit note', async () => {
    const all = await start()
    await using collector = await collectEvents(all.infrastructure.rabbitUrl)
    const { id, key } = await givenOldKey(all)
    expect(await versionOf(all, key)).toBe(FORMER_VERSION)
    const change = { api_version: NEWEST_API_VERSION, name: 'New till' }
    const before = await all.call('GET', `${KEYS}/${id}`)
    expect(before.body.api_version).toBe(FORMER_VERSION)
    const outdated = { 'if-match': '"77.0"' }
    expect(await all.call('PATCH', `${KEYS}/${id}`, { body: change, headers: outdated })).toMatchObject({
      status: 412,
    })
    expect(await all.call('DELETE', `${KEYS}/${id}`, { headers: outdated })).toMatchObject({ status: 412 })
    const current = { 'if-match': before.headers.get('etag') ?? '' }
    const changed = await all.call('PATCH', `${KEYS}/${id}`, { body: change, headers: current })
    expect(changed).toMatchObject({ status: 200, body: change })
    expect(changed.headers.get('etag')).not.toBe(before.headers.get('etag'))
    expect(auditNoteOf(changed)).toMatchObject({
      changes: { api_version: { before: FORMER_VERSION, after: NEWEST_API_VERSION } },
    })
    expect(await versionOf(all, key)).toBe(NEWEST_API_VERSION)
    await all.call('DELETE', `${KEYS}/${id}`)
    const events = await until('all its events', () => {
      const own = collector.of(id)
      return own.length === 2 && own
    })
    expect(events.map(({ type, sequence }) => [type, sequence])).toEqual([
      ['api_key.updated', 2],
      ['api_key.revoked', 3],
    ])
  })

  test('stays the same when a key is rotated', async () => {
    const all = await start()
    const { id } = await givenOldKey(all)
    const rotated = await all.call('POST', `${KEYS}/${id}/rotate`)
    expect(rotated.body.api_version).toBe(FORMER_VERSION)
    expect(await versionOf(all, rotated.body.api_key)).toBe(FORMER_VERSION)
  })

  test('answers 400 for an API version that does not exist, and 404 for an unknown key', async () => {
    const all = await start()
    const { body } = await all.call('POST', KEYS, { body: KEY })
    const wrong = await all.call('PATCH', `${KEYS}/${body.id}`, { body: { api_version: '2020-01-01' } })
    expect(wrong.body).toMatchObject({ status: 400, errors: [{ pointer: '/api_version' }] })
    const missing = await all.call('PATCH', `${KEYS}/${newId('apiKey')}`, { body: {} })
    expect(missing.status).toBe(404)
  })
})
