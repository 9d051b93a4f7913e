import { createCallerVerifier, generateApiKey, newId } from '@usher/service-kit'
import { send } from './support/send.ts'
import { publicKey, shareAll, startAll } from './support/start.ts'

const shared = shareAll()

const GUEST = '/v1/guests/gst_1'

describe('authentication at the gateway', () => {
  test("passes the caller to the service and the service's answer to the client for a valid key", async () => {
    const all = await shared()
    const queue_ids = Array.from({ length: 100 }, () => newId('queue'))
    const key = all.accounts.addKey({ country: 'DE', queue_ids })
    all.service.answerWith(({ res }) =>
      res.writeHead(200, { 'content-type': 'application/json' }).end('{"a":1}'),
    )
    const answer = await send(all.url + GUEST, { key })
    expect([answer.status, answer.json()]).toEqual([200, { a: 1 }])
    const caller = createCallerVerifier(publicKey)(String(all.service.received[0]?.headers['x-usher-caller']))
    expect(caller).toMatchObject({ country: 'DE', plan: 'development', queue_ids })
  })

  test('answers 401 with a Bearer challenge when the key is missing or the scheme is another', async () => {
    const all = await shared()
    for (const headers of [{}, { authorization: 'Basic dTpw' }, { authorization: 'Bearer ' }]) {
      const answer = await send(all.url + GUEST, { headers })
      expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Bearer realm="usher"'])
      expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
      expect(answer.json()).toMatchObject({ code: 'unauthorized', status: 401, instance: GUEST })
      expect(answer.json().request_id).toBe(answer.headers['x-request-id'])
    }
    expect(all.service.received).toEqual([])
  })

  test('answers 401 invalid_token to a malformed, unknown or overlong key', async () => {
    const all = await shared()
    const mistyped = all.accounts.addKey().replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))
    for (const key of ['x', mistyped, `usk_${'0'.repeat(36)}`, 'x'.repeat(9_000)]) {
      const answer = await send(all.url + GUEST, { key })
      expect([answer.status, answer.headers['www-authenticate']]).toEqual([
        401,
        'Bearer realm="usher", error="invalid_token"',
      ])
    }
    // None of these needed to be looked up.
    expect(all.accounts.received).toEqual([])
    expect((await send(all.url + GUEST, { key: generateApiKey() })).status).toBe(401)
    expect(all.accounts.received).toHaveLength(1)
    expect(all.service.received).toEqual([])
  })

  test('answers 403 with the missing scope to a key without the scope', async () => {
    const all = await shared()
    const key = all.accounts.addKey({ scopes: ['guests:read'] })
    const answer = await send(`${all.url}${GUEST}/seat`, { method: 'POST', key })
    expect([answer.status, answer.json().code]).toEqual([403, 'insufficient_scope'])
    expect(answer.headers['www-authenticate']).toContain('error="insufficient_scope", scope="guests:write"')
    expect((await send(all.url + GUEST, { key })).status).toBe(204)
    expect(all.service.received).toHaveLength(1)
  })

  test('looks a key up once for 30 simultaneous requests, without sending the key itself to accounts', async () => {
    const all = await shared()
    const key = all.accounts.addKey()
    const answers = await Promise.all(Array.from({ length: 30 }, () => send(all.url + GUEST, { key })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
    expect(all.accounts.received).toHaveLength(1)
    expect(JSON.stringify(all.accounts.received)).not.toContain(key)
    const tokens = new Set(all.service.received.map(({ headers }) => headers['x-usher-caller']))
    expect(tokens.size).toBe(1)
  })

  test('refuses an expired key although it was cached', async () => {
    const all = await shared()
    const key = all.accounts.addKey({ expires_at: new Date(Date.now() + 300).toISOString() })
    expect((await send(all.url + GUEST, { key })).status).toBe(204)
    all.accounts.removeKey(key)
    const until = Date.now() + 5_000
    let status = 204
    while (status === 204 && Date.now() < until) status = (await send(all.url + GUEST, { key })).status
    expect(status).toBe(401)
  })

  test('serves cached keys while accounts is down and answers 503 with Retry-After to unknown ones', async () => {
    await using all = await startAll()
    const [known, unknown] = [all.accounts.addKey(), all.accounts.addKey()]
    await send(all.url + GUEST, { key: known })
    await all.accounts[Symbol.asyncDispose]()
    expect((await send(all.url + GUEST, { key: known })).status).toBe(204)
    const answer = await send(all.url + GUEST, { key: unknown })
    expect([answer.status, answer.json().code]).toEqual([503, 'service_unavailable'])
    expect(answer.headers['retry-after']).toBe('1')
  })

  test('answers 503 to a credential that cannot be parsed, and still serves other keys', async () => {
    await using all = await startAll()
    const unreadable = all.accounts.addKey({ expires_at: '+010000-01-01T23:58:59.000Z' })
    const tries = Array.from({ length: 30 }, () => send(all.url + GUEST, { key: unreadable }))
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([503]))
    for (let i = 0; i < 5; i += 1)
      expect(await send(all.url + GUEST, { key: all.accounts.addKey() })).toMatchObject({ status: 204 })
  })

  test('answers 503 without leaking the error of the accounts service', async () => {
    await using all = await startAll()
    all.accounts.answerWith(({ res }) => res.writeHead(500).end('{"secret":"stack"}'))
    const answer = await send(all.url + GUEST, { key: generateApiKey() })
    expect([answer.status, answer.text.includes('stack')]).toEqual([503, false])
  })
})
