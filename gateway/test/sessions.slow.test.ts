import { createCallerVerifier, newSessionToken } from '@usher/service-kit'
import { until } from '@usher/test-kit'
import { PASSWORD, startWithBrowsers as startStack } from './support/browsers.ts'
import { send } from './support/send.ts'
import { publicKey, shareAll } from './support/start.ts'

const QUEUES = '/v1/queues'

const shared = shareAll()

describe('a person in a browser', () => {
  test('accepts the session cookie from sign-in until sign-out, and writes only with the CSRF token', async () => {
    await using all = await startStack()
    const account = await all.signUp()
    expect(account.status).toBe(201)
    const { answer, cookie } = await all.one.signIn('ada@usher.test')
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(cookie).toMatch(
      /^__Host-usher_session=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    )
    Object.assign(all.other.state, all.one.state)

    expect((await all.one.call('GET', QUEUES)).status).toBe(204)
    expect((await all.other.call('GET', QUEUES)).status).toBe(204)
    const headers = all.service.received[0]?.headers ?? {}
    const caller = createCallerVerifier(publicKey)(String(headers['x-usher-caller']))
    expect(caller?.actor).toBe(account.json().member.id)
    const telling = ['cookie', 'x-csrf-token', 'x-usher-client-address']
    expect(telling.filter((name) => name in headers)).toEqual([])

    const refused = await all.one.call('POST', QUEUES, { name: 'Front' })
    expect([refused.status, refused.json().code]).toEqual([403, 'csrf_failed'])
    expect(all.service.received).toHaveLength(2)
    expect((await all.one.write('POST', QUEUES, { name: 'Front' })).status).toBe(204)

    expect((await all.one.write('POST', '/account/sign-out')).status).toBe(204)
    const statuses = async () => [
      (await all.one.call('GET', QUEUES)).status,
      (await all.other.call('GET', QUEUES)).status,
    ]
    await until('both to refuse it', async () => (await statuses()).every((status) => status === 401))
  })

  test('passes the signed-in member to the few public operations that use it, and to no other', async () => {
    await using all = await startStack()
    const account = await all.signUp()
    await all.one.signIn('ada@usher.test')
    const callback = '/api/google-calendar/callback?state=x'
    const forged = { 'x-usher-session': 'forged' }
    const heard = async (path: string, who = all.one) => {
      expect((await who.call('GET', path, undefined, forged)).status).toBe(204)
      return all.service.received.at(-1)?.headers['x-usher-session']
    }
    const told = createCallerVerifier(publicKey)(String(await heard(callback)))
    expect(told?.actor).toBe(account.json().member.id)
    expect(told?.session_id).toMatch(/^ses_/)
    expect(await heard('/public/queues/x/display/events')).toBeDefined()
    expect(all.service.received.at(-1)?.headers.cookie).toBeUndefined()
    expect(await heard('/public/bookings/x')).toBeUndefined()
    expect(await heard(callback, all.other)).toBeUndefined()
    all.other.state.cookie = `__Host-usher_session=${newSessionToken()}`
    expect(await heard(callback, all.other)).toBeUndefined()
  })

  test('an owner creates and revokes an API key, and the key cannot manage API keys', async () => {
    await using all = await startStack()
    await all.signUp()
    await all.one.signIn('ada@usher.test')
    const me = (await all.one.call('GET', '/account/me')).json()
    expect([me.member.email, me.csrf_token]).toEqual(['ada@usher.test', all.one.state.csrf])
    const made = await all.one.write('POST', '/account/api-keys', { name: 'Till', scopes: ['queues:read'] })
    expect(made.status).toBe(201)
    const bearer = { authorization: `Bearer ${made.json().api_key}` }
    // The header counts, not the cookie beside it.
    expect((await all.one.call('GET', QUEUES, undefined, bearer)).status).toBe(204)
    expect((await all.one.call('GET', '/account/api-keys', undefined, bearer)).json().code).toBe(
      'insufficient_scope',
    )
    await all.one.write('DELETE', `/account/api-keys/${made.json().id}`)
    await until('the key to be refused', async () => {
      return (await all.one.call('GET', QUEUES, undefined, bearer)).status === 401
    })
    const [session] = (await all.one.call('GET', '/account/sessions')).json().data
    expect(session).toMatchObject({ is_current: true, address: expect.stringContaining('127.0.0.1') })
  })

  test('applies a changed role and a removal to a signed-in member', async () => {
    await using all = await startStack()
    await all.signUp()
    await all.one.signIn('ada@usher.test')
    const invitation = { email: 'bob@usher.test', role: 'viewer' }
    const { token } = (await all.one.write('POST', '/account/invitations', invitation)).json()
    const acceptance = { token, name: 'Bob', password: PASSWORD }
    const bob = (await all.other.call('POST', '/account/accept-invitation', acceptance)).json()
    await all.other.signIn('bob@usher.test')
    const add = async () => (await all.other.write('POST', '/v1/queues/q_1/guests', { name: 'Eve' })).status
    expect(await add()).toBe(403)

    const untilAnswered = (status: number) => until(`status ${status}`, async () => (await add()) === status)
    const path = `/account/members/${bob.member.id}`
    expect((await all.one.write('PATCH', path, { role: 'host' })).status).toBe(200)
    await untilAnswered(204)
    expect((await all.one.write('DELETE', path)).status).toBe(204)
    await untilAnswered(401)
  })

  test('ignores a claimed client address when it limits sign-in attempts', async () => {
    await using all = await startStack()
    await all.signUp()
    const body = { email: 'nobody@usher.test', password: PASSWORD }
    const attempt = (index: number) =>
      all.one.call('POST', '/account/sign-in', body, {
        'x-forwarded-for': `198.51.100.${index}`,
        'x-usher-client-address': `198.51.100.${index}`,
      })
    for (let i = 0; i < 10; i += 1) expect((await attempt(i)).status).toBe(401)
    const refused = await attempt(11)
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
  })
})

describe('credentials at the gateway', () => {
  const cookieOf = (token: string, name = '__Host-usher_session') => ({ cookie: `${name}=${token}` })

  test('answers 401 to a session token that is unknown, malformed or in a cookie of another name', async () => {
    const all = await shared()
    const token = all.accounts.addSession()
    const status = async (headers: Record<string, string>) =>
      (await send(all.url + QUEUES, { headers })).status
    expect(await status(cookieOf(token))).toBe(204)
    expect(await status(cookieOf(newSessionToken()))).toBe(401)
    expect(await status(cookieOf('x'))).toBe(401)
    // Without the prefix a subdomain could have set it.
    expect(await status(cookieOf(token, 'usher_session'))).toBe(401)
  })

  test('answers 401 to a key sent as a cookie and to a session token sent as a bearer token', async () => {
    const all = await shared()
    const [key, token] = [all.accounts.addKey(), all.accounts.addSession()]
    const status = async (headers: Record<string, string>) =>
      (await send(all.url + QUEUES, { headers })).status
    expect(await status({ authorization: `Bearer ${key}` })).toBe(204)
    expect(await status(cookieOf(token))).toBe(204)
    expect(await status(cookieOf(key))).toBe(401)
    expect(await status({ authorization: `Bearer ${token}` })).toBe(401)
  })

  test('answers 403 to a session whose role lacks the scope', async () => {
    const all = await shared()
    const token = all.accounts.addSession({ scopes: ['account:self'] })
    const answer = await send(all.url + QUEUES, { headers: cookieOf(token) })
    expect([answer.status, answer.json().code]).toEqual([403, 'insufficient_scope'])
  })
})
