import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ROLES } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { auditNoteOf, type Client, until } from '@usher/test-kit'
import mongoose from 'mongoose'
import { type Harness, startHarness } from './harness.ts'
import { givenProvider, ofHttp } from './providers.ts'

const PATH = '/account/message-providers'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

const newManager = (): Client =>
  harness.client({ organization_id: newId('organization'), scopes: [...ROLES.manager] })

const twilio = {
  kind: 'twilio',
  name: 'Main number',
  settings: { account_sid: `AC${'0'.repeat(32)}`, from: '+15005550006' },
  credentials: { auth_token: '0123456789abcdef0123456789abcdef' },
}

test('refuses a third test of an organisation at once, and serves another organisation', async () => {
  const stack = new AsyncDisposableStack()
  await using _stack = stack
  const held: ServerResponse[] = []
  const server = createServer((_req, res) => {
    held.push(res)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stack.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const [api, other] = [newManager(), newManager()]
  const [ours, theirs] = [await givenProvider(api, ofHttp(url)), await givenProvider(other, ofHttp(url))]
  const to = { body: { to: 'ada@example.com' } }
  const run = () => api('POST', `${PATH}/${ours.id}/test`, to)
  const two = [run(), run()]
  await until('two tests', () => held.length === 2)
  const third = await run()
  expect([third.status, third.body.code]).toEqual([429, 'rate_limited'])
  const fourth = other('POST', `${PATH}/${theirs.id}/test`, to)
  await until('a test of the other', () => held.length === 3)
  for (const res of held) res.writeHead(204).end()
  const statuses = (await Promise.all([...two, fourth])).map(({ status }) => status)
  expect(statuses).toEqual([200, 200, 200])
  const again = run()
  await until('one more test', () => held.length === 4)
  held[3]?.writeHead(204).end()
  expect((await again).status).toBe(200)
})

describe('setting up providers', () => {
  test('never shows the Twilio auth token beyond its last 4 characters and stores it encrypted', async () => {
    const api = newManager()
    const answer = await api('POST', PATH, { body: twilio })
    const { id } = answer.body
    expect([answer.status, answer.headers.get('location')]).toEqual([201, `${PATH}/${id}`])
    expect(answer.body).toMatchObject({
      ...{ kind: 'twilio', name: 'Main number', enabled: true, channels: ['sms'], priority: 50 },
      settings: { ...twilio.settings, messaging_service_sid: null, validity_seconds: 14_400 },
      credentials: { auth_token: { last4: 'cdef' } },
      callbacks: {
        inbound_url: expect.stringMatching(
          /^https:\/\/usher\.test\/callbacks\/messages\/[\w-]{43}\/twilio-inbound$/,
        ),
      },
    })
    const [read, { body: list }] = [await api('GET', `${PATH}/${id}`), await api('GET', PATH)]
    expect([read.body, list.data, read.headers.get('etag')]).toEqual([answer.body, [answer.body], '"1."'])
    expect(JSON.stringify([answer.body, list, auditNoteOf(answer)])).not.toContain('0123456789')
    const connection = await mongoose.createConnection(harness.config.mongoUrl).asPromise()
    const kept = await connection.collection<{ _id: string }>('message_providers').findOne({ _id: id })
    await connection.destroy()
    expect(JSON.stringify(kept)).not.toContain('0123456789')
  })

  test('a PATCH changes only the given fields, honours If-Match and keeps credentials out of the audit note', async () => {
    const api = newManager()
    const { id } = await givenProvider(api, twilio)
    const body = { enabled: false, settings: { from: 'Bistro' }, credentials: { auth_token: 'f'.repeat(32) } }
    const stale = await api('PATCH', `${PATH}/${id}`, { body, headers: { 'if-match': '"9."' } })
    expect(stale.body).toMatchObject({ code: 'precondition_failed' })
    const changed = await api('PATCH', `${PATH}/${id}`, { body, headers: { 'if-match': '"1."' } })
    expect(changed.body).toMatchObject({
      ...{ name: 'Main number', enabled: false },
      settings: { account_sid: twilio.settings.account_sid, from: 'Bistro' },
      credentials: { auth_token: { last4: 'ffff' } },
    })
    const { changes } = auditNoteOf(changed) ?? {}
    expect(Object.keys(changes ?? {}).sort()).toEqual(['credentials', 'enabled', 'settings'])
    expect(JSON.stringify(changes)).not.toContain('ffff')
    expect((await api('DELETE', `${PATH}/${id}`)).status).toBe(204)
    expect((await api('GET', `${PATH}/${id}`)).status).toBe(404)
  })

  test.each([
    [{ ...twilio, channels: ['email'] }, '/channels'],
    [
      { ...twilio, settings: { ...twilio.settings, messaging_service_sid: `MG${'0'.repeat(32)}` } },
      '/settings/from',
    ],
    [{ ...twilio, settings: { ...twilio.settings, account_sid: 'AC1' } }, '/settings/account_sid'],
    [{ ...twilio, settings: { ...twilio.settings, api_url: 'http://127.0.0.1' } }, '/settings/api_url'],
    [{ ...twilio, credentials: {} }, '/credentials/auth_token'],
    [{ ...twilio, kind: 'pigeon' }, '/kind'],
    [ofHttp('ftp://example.com'), '/settings/url'],
    [ofHttp('http://10.0.0.1/'), '/settings/url'],
    [ofHttp('http://169.254.169.254/latest/meta-data'), '/settings/url'],
    [{ ...ofHttp('https://example.com/'), credentials: { secret: 'short' } }, '/credentials/secret'],
  ])('answers 400 for %j with the pointer %s', async (body, pointer) => {
    expect((await newManager()('POST', PATH, { body })).body).toMatchObject({
      status: 400,
      errors: [{ pointer }],
    })
  })

  test('an invalid PATCH answers 400 with a pointer and changes nothing', async () => {
    const api = newManager()
    const { id } = await givenProvider(api, twilio)
    for (const [body, pointer] of [
      [{ settings: { validity_seconds: 1 } }, '/settings/validity_seconds'],
      [{ settings: { url: 'https://example.com' } }, '/settings/url'],
      [{ credentials: { auth_token: 'x' } }, '/credentials/auth_token'],
      [{ kind: 'http' }, '/kind'],
    ] as const) {
      const { body: refused } = await api('PATCH', `${PATH}/${id}`, { body })
      expect(refused).toMatchObject({ status: 400, errors: [{ pointer }] })
    }
    expect((await api('GET', `${PATH}/${id}`)).headers.get('etag')).toBe('"1."')
  })

  test('refuses a 21st provider, and creates one for ten concurrent requests with one idempotency key', async () => {
    const api = newManager()
    const headers = { 'idempotency-key': 'once' }
    await Promise.all(Array.from({ length: 10 }, () => api('POST', PATH, { body: twilio, headers })))
    expect((await api('GET', PATH)).body.data).toHaveLength(1)
    for (let count = 1; count < 20; count += 1) await givenProvider(api, twilio)
    expect((await api('POST', PATH, { body: twilio })).body).toMatchObject({ code: 'plan_limit_reached' })
  })

  test('refuses a host with insufficient_scope and another organisation with not_found', async () => {
    const { id } = await givenProvider(newManager(), twilio)
    const host = harness.client({ scopes: [...ROLES.host] })
    expect((await host('GET', PATH)).body).toMatchObject({ code: 'insufficient_scope' })
    for (const [method, path] of [
      ['GET', `${PATH}/${id}`],
      ['PATCH', `${PATH}/${id}`],
      ['DELETE', `${PATH}/${id}`],
      ['POST', `${PATH}/${id}/test`],
    ] as const) {
      const body = { PATCH: { name: 'Mine' }, POST: { to: '+14155552671' } }[method as 'PATCH']
      expect((await newManager()(method, path, body && { body })).body).toMatchObject({ code: 'not_found' })
    }
  })
})
