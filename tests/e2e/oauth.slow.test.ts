import { SCOPES } from '@usher/contracts'
import { apiClient, type Client, type Receiver, sessionClient, startReceiver, until } from '@usher/test-kit'
import * as oauth from 'openid-client'
import type { Browser, Page } from 'playwright-core'
import { KNOWN_MS } from '../../gateway/src/credentials/caller-cache.ts'
import { openBrowser } from './browser.ts'
import { invite, newAddresses, signUp } from './people.ts'
import { useSharedUsher } from './shared-usher.ts'
import type { Usher } from './stack.ts'

const emailOf = newAddresses()

let usher: Usher
let browser: Browser
let application: Receiver
let owner: Client
beforeAll(async () => {
  usher = await useSharedUsher()
  browser = await openBrowser()
  application = await startReceiver()
  owner = await sessionClient(usher.stack.url, usher.demo)
})
afterAll(async () => {
  await browser?.close()
  await application?.[Symbol.asyncDispose]()
  await usher?.[Symbol.asyncDispose]()
})

const discover = (id: string, secret?: string) =>
  oauth.discovery(
    new URL(usher.stack.url),
    id,
    undefined,
    secret === undefined ? oauth.None() : oauth.ClientSecretPost(secret),
    { algorithm: 'oauth2', execute: [oauth.allowInsecureRequests] },
  )

const SCOPE = 'queues:read guests:write webhooks:manage'

/** Registers an application of the demo organisation with the receiver's address. */
async function register(given: object = {}) {
  const body = {
    name: 'Table <Planner>',
    redirect_uris: [application.url],
    scopes: SCOPE.split(' '),
    ...given,
  }
  const created = await owner('POST', '/account/oauth-clients', { body })
  expect(created.status).toBe(201)
  const { id, client_secret } = created.body
  return { id, secret: client_secret, config: await discover(id, client_secret ?? undefined) }
}

/** Begins an authorization with PKCE and opens it in a new browser. */
async function authorize(config: oauth.Configuration, scope = SCOPE, page?: Page) {
  const verifier = oauth.randomPKCECodeVerifier()
  const state = oauth.randomState()
  const address = oauth.buildAuthorizationUrl(config, {
    redirect_uri: application.url,
    scope,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  const opened = page ?? (await (await browser.newContext()).newPage())
  await opened.goto(address.href)
  return {
    page: opened,
    /** Exchanges the code, once the browser is back at the application. */
    async tokens() {
      await opened.waitForURL((url) => url.href.startsWith(application.url))
      const checks = { pkceCodeVerifier: verifier, expectedState: state }
      return await oauth.authorizationCodeGrant(config, new URL(opened.url()), checks)
    },
  }
}

async function fillSignIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Signs in and consents. */
async function allow(config: oauth.Configuration) {
  const { page, tokens } = await authorize(config)
  await fillSignIn(page, usher.demo)
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  return { page, tokens: await tokens() }
}

const withToken = (token: string) => apiClient(usher.stack.url, token)
const statusOf = async (token: string) => (await withToken(token)('GET', '/api/subscriptions')).status

/** Waits until the gateway refuses a token: an event tells it long before its cache entry expires. */
const untilRefused = (token: string) =>
  until('the token to be refused', async () => (await statusOf(token)) === 401, KNOWN_MS / 2)

describe('an OAuth application with client credentials', () => {
  test('gets a token for the platform API, limited to its scopes and its organisation', async () => {
    const { client_id, client_secret } = usher.demo.oauth
    const config = await discover(client_id, client_secret)
    const scope = 'queues:read webhooks:manage'
    const token = await oauth.clientCredentialsGrant(config, { scope })
    expect(token).toMatchObject({ token_type: 'bearer', scope, expires_in: 3600 })
    const call = withToken(token.access_token)
    const body = { url: application.url, event_types: ['queue.*'] }
    const created = await call('POST', '/api/subscriptions', { body })
    expect(created.status).toBe(201)
    expect(created.headers.get('location')).toBe(`/api/subscriptions/${created.body.id}`)
    // The same resource under its other path.
    expect((await usher.api('GET', `/v1/webhook-endpoints/${created.body.id}`)).body.url).toBe(
      application.url,
    )
    await usher.api('DELETE', `/v1/webhook-endpoints/${created.body.id}`)
    const refused = await call('GET', '/v1/notifications')
    expect(refused).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } })
    expect(refused.headers.get('www-authenticate')).toContain(
      'error="insufficient_scope", scope="notifications:read"',
    )
  })

  test('gets all of its scopes when it names none, and invalid_scope for a scope it does not have', async () => {
    const { config } = await register()
    expect((await oauth.clientCredentialsGrant(config)).scope).toBe(SCOPE)
    await expect(oauth.clientCredentialsGrant(config, { scope: 'catalog:write' })).rejects.toMatchObject({
      error: 'invalid_scope',
    })
  })

  test('has its token active until revoked, and the gateway then answers 401', async () => {
    const { config } = await register()
    const { access_token } = await oauth.clientCredentialsGrant(config)
    expect(await statusOf(access_token)).toBe(200)
    expect(await oauth.tokenIntrospection(config, access_token)).toMatchObject({ active: true, scope: SCOPE })
    await oauth.tokenRevocation(config, access_token)
    await untilRefused(access_token)
    expect(await oauth.tokenIntrospection(config, access_token)).toEqual({ active: false })
  })

  test('cannot introspect or revoke the token of another application', async () => {
    const { config } = await register()
    const stranger = (await register()).config
    const { access_token } = await oauth.clientCredentialsGrant(config)
    expect(await oauth.tokenIntrospection(stranger, access_token)).toEqual({ active: false })
    await oauth.tokenRevocation(stranger, access_token)
    expect(await statusOf(access_token)).toBe(200)
  })

  test('loses access with its token when a scope or the application is removed', async () => {
    const { id, config } = await register()
    const { access_token } = await oauth.clientCredentialsGrant(config)
    expect(await statusOf(access_token)).toBe(200)
    await owner('PATCH', `/account/oauth-clients/${id}`, { body: { scopes: ['queues:read'] } })
    await until('the scope to be gone', async () => (await statusOf(access_token)) === 403, KNOWN_MS / 2)
    await owner('DELETE', `/account/oauth-clients/${id}`)
    await untilRefused(access_token)
  })

  test('gets early_access_required from the platform API without early access, but may use /v1/queues', async () => {
    const stranger = await signUp(usher.stack.url, emailOf('early'), 'Later Ltd')
    const body = { name: 'App', scopes: ['queues:read', 'webhooks:manage'] }
    const created = await stranger('POST', '/account/oauth-clients', { body })
    const config = await discover(created.body.id, created.body.client_secret)
    const call = withToken((await oauth.clientCredentialsGrant(config)).access_token)
    const refused = await call('GET', '/api/subscriptions')
    expect(refused).toMatchObject({ status: 403, body: { code: 'early_access_required' } })
    expect((await call('GET', '/v1/queues')).status).toBe(200)
  })
})

describe('an OAuth application that members authorise', () => {
  test('gets a token with the scopes a member allowed in a browser', async () => {
    const { config } = await register()
    const { page, tokens } = await authorize(config)
    await fillSignIn(page, { ...usher.demo, password: 'not the password' })
    expect(await page.getByRole('alert').textContent()).toBe(
      'No account has this e-mail address and password.',
    )
    await fillSignIn(page, usher.demo)
    expect(await page.getByRole('heading').textContent()).toBe('Let Table <Planner> work with Demo Bistro?')
    const asked = await page.getByRole('listitem').allTextContents()
    expect(asked).toEqual([SCOPES['queues:read'], SCOPES['guests:write'], SCOPES['webhooks:manage']])
    await page.getByRole('button', { name: 'Allow', exact: true }).click()
    const { access_token, refresh_token, scope } = await tokens()
    expect(scope).toBe(SCOPE)
    expect(refresh_token).toBeDefined()
    const call = withToken(access_token)
    const mine = (await usher.api('POST', '/v1/queues', { body: { name: 'Mine' } })).body
    expect((await call('GET', `/v1/queues/${mine.id}`)).body.id).toBe(mine.id)
    expect((await call('PATCH', `/v1/queues/${mine.id}`, { body: { name: 'Theirs' } })).status).toBe(403)
  })

  test('asks for consent each time with a loopback redirect (RFC 8252 §8.6), and gets access_denied on refusal', async () => {
    const { config } = await register()
    const { page } = await allow(config)
    const again = await authorize(config, SCOPE, page)
    await page.getByRole('button', { name: 'Allow', exact: true }).click()
    expect((await again.tokens()).access_token).toBeDefined()
    const other = (await register({ name: 'Other' })).config
    const refused = await authorize(other, SCOPE, page)
    await page.getByRole('button', { name: 'Do not allow' }).click()
    await expect(refused.tokens()).rejects.toMatchObject({ error: 'access_denied' })
  })

  test('loses every token of a grant when a refresh token is reused after its successor', async () => {
    const { config } = await register()
    const first = (await allow(config)).tokens
    const second = await oauth.refreshTokenGrant(config, first.refresh_token ?? '')
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect(await statusOf(second.access_token)).toBe(200)
    const third = await oauth.refreshTokenGrant(config, second.refresh_token ?? '')
    const reuse = oauth.refreshTokenGrant(config, first.refresh_token ?? '')
    await expect(reuse).rejects.toMatchObject({ error: 'invalid_grant' })
    await untilRefused(second.access_token)
    const further = oauth.refreshTokenGrant(config, third.refresh_token ?? '')
    await expect(further).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  test('gets the same new refresh token for eight simultaneous uses of one', async () => {
    const { config } = await register()
    const { refresh_token = '' } = (await allow(config)).tokens
    const results = await Promise.all(
      Array.from({ length: 8 }, () => oauth.refreshTokenGrant(config, refresh_token)),
    )
    expect(new Set(results.map((tokens) => tokens.refresh_token)).size).toBe(1)
    expect(await statusOf(results[7]?.access_token ?? '')).toBe(200)
  })

  test('can be public and then needs only PKCE', async () => {
    const { config, secret } = await register({ type: 'public' })
    expect(secret).toBeNull()
    const { tokens } = await allow(config)
    expect(await statusOf(tokens.access_token)).toBe(200)
    await expect(oauth.clientCredentialsGrant(config)).rejects.toMatchObject({ error: expect.any(String) })
  })

  test('gets only the scopes of the member who consented', async () => {
    const { config } = await register()
    const person = await invite(usher.stack.url, owner, { email: emailOf('viewer'), role: 'viewer' })
    const { page, tokens } = await authorize(config)
    await fillSignIn(page, person)
    expect(await page.getByRole('listitem').allTextContents()).toEqual([SCOPES['queues:read']])
    await page.getByRole('button', { name: 'Allow', exact: true }).click()
    const { access_token, scope } = await tokens()
    expect(scope).toBe('queues:read')
    expect((await withToken(access_token)('GET', '/v1/queues')).status).toBe(200)
    await owner('DELETE', `/account/members/${person.id}`)
    await untilRefused(access_token)
  })

  test('never receives the browser at a redirect address that is not registered', async () => {
    const { id } = await register()
    const page = await (await browser.newContext()).newPage()
    const query = new URLSearchParams({
      client_id: id,
      response_type: 'code',
      redirect_uri: 'https://evil.test/',
      scope: SCOPE,
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
    })
    await page.goto(`${usher.stack.url}/oauth/authorize?${query}`)
    expect(new URL(page.url()).origin).toBe(usher.stack.url)
    expect(await page.getByRole('heading').textContent()).toBe('This did not work')
  })
})
