import { createHash } from 'node:crypto'
import { OAUTH_PATHS } from '@usher/contracts'
import { CALLER_HEADER, signCaller } from '@usher/service-kit'
import { createStandingClock } from '@usher/test-kit'
import jwt from 'jsonwebtoken'
import { APP, type Application, authorizePath, BACK, oauthOf } from './support/oauth.ts'
import { startWithPeople } from './support/people.ts'
import { privateKey } from './support/start.ts'

let all: Awaited<ReturnType<typeof startWithPeople>>
const clock = createStandingClock()
beforeAll(async () => {
  all = await startWithPeople(clock)
})
afterAll(async () => {
  await all?.[Symbol.asyncDispose]()
})

const { browserOf, challenge, connect, consent, exchange, follow, refresh } = oauthOf(() => all)

/** An owner with an application, and a manager of the same organisation. */
async function start(name: string) {
  const owner = await all.owner(`${name}-owner@usher.test`)
  const manager = await all.invited(owner.call, `${name}-manager@usher.test`, 'manager')
  const app: Application = (await owner.call('POST', '/account/oauth-clients', { body: APP })).body
  return { owner, manager, app }
}

/** What the gateway is told of an access token. */
function lookUp(accessToken = '') {
  const { jti = '' } = jwt.decode(accessToken, { json: true }) ?? {}
  return all.lookUp({ kind: 'access_token', sha256: createHash('sha256').update(jti).digest('hex') })
}

describe('a request for tokens', () => {
  const ask = async (fields: Record<string, string>) => {
    const answer = await browserOf()(OAUTH_PATHS.token, 'POST', fields)
    return [answer.status, ((await answer.json()) as { error?: string }).error]
  }

  test('answers unauthorized_client to a grant type that the application may not use (RFC 6749 §5.2)', async () => {
    const owner = await all.owner('grant-types@usher.test')
    const create = async (body: object) => (await owner.call('POST', '/account/oauth-clients', { body })).body
    const open = await create({ ...APP, type: 'public' })
    expect(await ask({ client_id: open.id, grant_type: 'client_credentials' })).toEqual([
      400,
      'unauthorized_client',
    ])
    const machine = await create({ name: 'Machine', scopes: APP.scopes })
    const known = { client_id: machine.id, client_secret: machine.client_secret }
    for (const grant of [
      { grant_type: 'authorization_code', code: 'x', redirect_uri: BACK },
      { grant_type: 'refresh_token', refresh_token: 'x' },
    ])
      expect(await ask({ ...known, ...grant })).toEqual([400, 'unauthorized_client'])
    expect(await ask({ ...known, grant_type: 'password' })).toEqual([400, 'unsupported_grant_type'])
    expect(await ask(known)).toEqual([400, 'invalid_request'])
    const guessed = { ...known, client_secret: 'uos_x', grant_type: 'refresh_token' }
    expect(await ask(guessed)).toEqual([401, 'invalid_client'])
  })
})

test('refuses a device code to an application without that grant with unauthorized_client', async () => {
  const { app } = await start('no-device')
  const form = { client_id: app.id, client_secret: app.client_secret }
  const answer = await browserOf()(OAUTH_PATHS.deviceAuthorization, 'POST', form)
  expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'unauthorized_client' }])
})

test.each([
  ['no credentials', {}, undefined],
  ['a wrong secret', { client_secret: 'uos_x' }, undefined],
  ['an unknown application', { client_id: 'oac_x', client_secret: 'uos_x' }, undefined],
  ['a header that is no Basic', {}, 'Basic !'],
  ['a header of a user without a password', {}, `Basic ${btoa('oac_x')}`],
])('answers an introspection with %s with 401 (RFC 7662 §2.3)', async (_name, form, authorization) => {
  const { app } = await start(`introspection-${crypto.randomUUID()}`)
  const named = 'client_secret' in form ? { client_id: app.id, ...form } : form
  const answer = await fetch(all.accounts.url + OAUTH_PATHS.introspect, {
    method: 'POST',
    headers: { [CALLER_HEADER]: signCaller(null, privateKey), ...(authorization && { authorization }) },
    body: new URLSearchParams({ token: 'x', ...named }),
  })
  expect([answer.status, await answer.json()]).toMatchObject([401, { error: 'invalid_client' }])
})

describe('the metadata of the server', () => {
  test('the OpenID Connect path serves the same metadata (RFC 8414 §5)', async () => {
    const [oauth, openId] = await Promise.all(
      [OAUTH_PATHS.metadata, OAUTH_PATHS.openIdMetadata].map(async (path) => {
        const answer = await browserOf()(path)
        return [answer.status, await answer.json()]
      }),
    )
    expect(oauth).toMatchObject([200, { token_endpoint: expect.stringContaining(OAUTH_PATHS.token) }])
    expect(openId).toEqual(oauth)
  })
})

describe('an authorization', () => {
  test('sets cookies with the __Secure- prefix, secure and HTTP-only, on an installation with HTTPS', async () => {
    await using secure = await startWithPeople(undefined, { publicUrl: 'https://usher.test' })
    const owner = await secure.owner('secure@usher.test')
    const app: Application = (await owner.call('POST', '/account/oauth-clients', { body: APP })).body
    const open = oauthOf(() => secure)
    const path = authorizePath(app.id, open.challenge())
    const cookies = (await open.browserOf()(path)).headers.getSetCookie()
    expect(cookies).not.toEqual([])
    for (const cookie of cookies) expect(cookie).toMatch(/^__Secure-usher_oauth.*; secure; httponly/i)
  })

  test('a native application of the dashboard listens on any port of the machine (RFC 8252 §7.3)', async () => {
    const owner = await all.owner('native@usher.test')
    const page = async (redirect_uris: string[], redirect_uri: string) => {
      const body = { ...APP, type: 'public', redirect_uris }
      const { id } = (await owner.call('POST', '/account/oauth-clients', { body })).body
      const path = authorizePath(id, { ...challenge(), redirect_uri })
      return await browserOf(owner.token)(path)
    }
    const statuses = await Promise.all([
      page(['http://127.0.0.1/back', BACK], 'http://127.0.0.1:5000/back'),
      page(['http://localhost:4000/back'], 'http://localhost:5000/back'),
      page(['http://127.0.0.1/back'], 'http://127.0.0.1:5000/other'),
      page(['http://127.0.0.1/back'], 'http://localhost:5000/back'),
      page(['https://localhost/back'], 'https://localhost:5000/back'),
      page(['http://localhost/back', 'https://localhost/back'], 'https://localhost/back'),
    ])
    expect(statuses.map(({ status }) => status)).toEqual([303, 303, 400, 400, 400, 303])
  })

  test('refuses a confidential application without PKCE', async () => {
    const { owner, app } = await start('no-pkce')
    const end = await follow(browserOf(owner.token), authorizePath(app.id, {}))
    expect(new URL(end).searchParams.get('error')).toBe('invalid_request')
  })

  test('refuses a plain code challenge', async () => {
    const { owner, app } = await start('plain')
    const plain = { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' }
    const end = await follow(browserOf(owner.token), authorizePath(app.id, plain))
    expect(new URL(end).searchParams.get('error')).toBe('invalid_request')
  })

  test('a code used twice gets no token, and ends the tokens of its first use', async () => {
    const { owner, app } = await start('code-twice')
    const { code, verifier } = await consent(app, owner.token)
    const first = await exchange(app, code, verifier)
    expect(first.access_token).toBeDefined()
    expect((await exchange(app, code, verifier)).error).toBe('invalid_grant')
    expect((await lookUp(first.access_token)).status).toBe(404)
    expect((await refresh(app, first.refresh_token)).error).toBe('invalid_grant')
  })

  test('refuses consent from a browser without the cookie of the step', async () => {
    const { owner, app } = await start('no-step')
    const browser = browserOf(owner.token)
    const page = await follow(browser, authorizePath(app.id, challenge()))
    const path = `${new URL(page, all.accounts.url).pathname}/consent`
    expect((await browserOf(owner.token)(path, 'POST')).status).toBe(400)
    expect((await owner.call('GET', '/account/me/oauth-grants')).body.data).toEqual([])
    expect(new URL(await follow(browser, path, 'POST')).searchParams.get('code')).toMatch(/./)
  })

  test('refuses a code with the verifier of another authorization', async () => {
    const { owner, app } = await start('wrong-verifier')
    const [one, other] = [await consent(app, owner.token), await consent(app, owner.token)]
    expect((await exchange(app, one.code, other.verifier)).error).toBe('invalid_grant')
    expect((await exchange(app, other.code, other.verifier)).access_token).toBeDefined()
  })

  test('a refresh token gets the same successor again for a minute, and several at once get one', async () => {
    const { owner, app } = await start('refresh-retry')
    const first = await connect(app, owner.token)
    const answers = await Promise.all([1, 2, 3].map(() => refresh(app, first.refresh_token)))
    const second = answers[0]?.refresh_token
    expect(second).toMatch(/^[\w-]{43}$/)
    clock.advance(59_000)
    answers.push(await refresh(app, first.refresh_token))
    for (const answer of answers) {
      expect(answer).toMatchObject({ access_token: expect.any(String), refresh_token: second })
      expect((await lookUp(answer.access_token)).status).toBe(200)
    }
    const third = await refresh(app, second)
    expect(third.refresh_token).not.toBe(second)
    expect((await refresh(app, third.refresh_token)).error).toBeUndefined()
  })

  test('a refresh token that is used again after a minute ends all that came of the consent', async () => {
    const { owner, app } = await start('refresh')
    const first = await connect(app, owner.token)
    const second = await refresh(app, first.refresh_token)
    expect(second.access_token).toBeDefined()
    clock.advance(60_000)
    expect((await refresh(app, first.refresh_token)).error).toBe('invalid_grant')
    expect((await refresh(app, second.refresh_token)).error).toBe('invalid_grant')
    expect((await lookUp(second.access_token)).status).toBe(404)
  })

  test('a refresh token whose successor was used ends all that came of the consent, within the minute too', async () => {
    const { owner, app } = await start('refresh-late')
    const first = await connect(app, owner.token)
    const second = await refresh(app, first.refresh_token)
    const third = await refresh(app, second.refresh_token)
    expect((await refresh(app, first.refresh_token)).error).toBe('invalid_grant')
    expect((await refresh(app, third.refresh_token)).error).toBe('invalid_grant')
  })

  test('a used refresh token is inactive for introspection, although it may be retried', async () => {
    const { owner, app } = await start('refresh-introspection')
    const first = await connect(app, owner.token)
    const second = await refresh(app, first.refresh_token)
    const isActive = async (token = '') => {
      const form = { client_id: app.id, client_secret: app.client_secret, token }
      const answer = await browserOf()(OAUTH_PATHS.introspect, 'POST', form)
      return ((await answer.json()) as { active: boolean }).active
    }
    expect(await isActive(first.refresh_token)).toBe(false)
    expect(await isActive(second.refresh_token)).toBe(true)
  })

  test("a token loses the scopes that its member's new role does not have", async () => {
    const { owner, manager, app } = await start('lesser-role')
    const { code, verifier } = await consent(app, manager.token)
    const { access_token } = await exchange(app, code, verifier)
    const scopes = async () => (await lookUp(access_token)).body.scopes
    expect(await scopes()).toEqual(APP.scopes)
    await owner.call('PATCH', `/account/members/${manager.caller.actor}`, { body: { role: 'viewer' } })
    expect(await scopes()).toEqual(['queues:read'])
  })
})
