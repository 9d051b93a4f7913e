import { apiClient, sessionClient, until } from '@usher/test-kit'
import * as oauth from 'openid-client'
import { CALLBACK, Visitor } from './oauth-visitor.ts'
import { findPython, runPython } from './outside-clients/run-python.ts'
import { useSharedUsher } from './shared-usher.ts'
import type { Usher } from './stack.ts'

const SCOPE = 'queues:read guests:read'

let usher: Usher
let client_id: string
let client_secret: string
beforeAll(async () => {
  usher = await useSharedUsher()
  const owner = await sessionClient(usher.stack.url, usher.demo)
  const body = { name: 'Outside', redirect_uris: [CALLBACK], scopes: SCOPE.split(' ') }
  const created = (await owner('POST', '/account/oauth-clients', { body })).body
  client_id = created.id
  client_secret = created.client_secret
})
afterAll(() => usher?.[Symbol.asyncDispose]())

const discover = (secret: string, as = oauth.ClientSecretBasic) =>
  oauth.discovery(new URL(usher.stack.url), client_id, undefined, as(secret), {
    algorithm: 'oauth2',
    execute: [oauth.allowInsecureRequests],
  })

/** Lets a member consent; returns the redirect address and the application's stored values. */
async function consent() {
  const verifier = oauth.randomPKCECodeVerifier()
  const state = oauth.randomState()
  const address = oauth.buildAuthorizationUrl(await discover(client_secret), {
    ...{ redirect_uri: CALLBACK, scope: SCOPE, state, code_challenge_method: 'S256' },
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
  })
  const visitor = new Visitor(usher.stack.url)
  const page = await visitor.open(address.pathname + address.search)
  const question = await visitor.signIn(page, usher.demo)
  let next = (await visitor.send(`${question}/consent`, {})).headers.get('location') ?? ''
  while (!next.startsWith(CALLBACK)) {
    const { pathname, search } = new URL(next, usher.stack.url)
    next = (await visitor.send(pathname + search)).headers.get('location') ?? ''
  }
  return { callback: next, verifier, state }
}

const statusOf = async (token: string) =>
  (await apiClient(usher.stack.url, token)('GET', '/v1/queues')).status
const untilRefused = (token: string) =>
  until('the token to be refused', async () => (await statusOf(token)) === 401)

describe('openid-client', () => {
  test('exchanges a code with PKCE once, and refreshes the tokens', async () => {
    const config = await discover(client_secret)
    const { callback, verifier, state } = await consent()
    const exchange = (pkceCodeVerifier: string) =>
      oauth.authorizationCodeGrant(config, new URL(callback), { pkceCodeVerifier, expectedState: state })
    const tokens = await exchange(verifier)
    expect(tokens.scope).toBe(SCOPE)
    const next = await oauth.refreshTokenGrant(config, tokens.refresh_token ?? '')
    expect(await statusOf(next.access_token)).toBe(200)
    await expect(exchange(verifier)).rejects.toMatchObject({ status: 400, error: 'invalid_grant' })
  })

  test('gets invalid_grant for the verifier of another authorization', async () => {
    const { callback, state } = await consent()
    const checks = { pkceCodeVerifier: oauth.randomPKCECodeVerifier(), expectedState: state }
    const grant = oauth.authorizationCodeGrant(await discover(client_secret), new URL(callback), checks)
    await expect(grant).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  test('gets a token with client credentials that is valid until revoked', async () => {
    const config = await discover(client_secret)
    const { access_token } = await oauth.clientCredentialsGrant(config, { scope: 'queues:read' })
    expect(await statusOf(access_token)).toBe(200)
    await oauth.tokenRevocation(config, access_token)
    await untilRefused(access_token)
  })

  test.each([
    { how: 'by Basic authentication', as: oauth.ClientSecretBasic },
    { how: 'in the body', as: oauth.ClientSecretPost },
  ])('gets invalid_client for a wrong secret sent $how', async ({ as }) => {
    const wrong = await discover('wrong', as)
    // The client throws different errors for a challenge and for a response without one.
    const error = await oauth.clientCredentialsGrant(wrong).catch((thrown) => thrown)
    expect(error.status).toBe(401)
    const told = error instanceof oauth.WWWAuthenticateChallengeError
    expect(told ? error.cause[0]?.parameters.error : error.error).toBe('invalid_client')
  })
})

const { python, lack } = await findPython()

describe('authlib', () => {
  ;(lack ? test.skip : test)(
    'gets, refreshes and revokes tokens, and reports invalid_grant and invalid_client',
    async () => {
      const { token_endpoint, revocation_endpoint } = (await discover(client_secret)).serverMetadata()
      const answers = await runPython(python, 'oauth_client.py', {
        ...{ client_id, client_secret, scope: SCOPE, redirect_uri: CALLBACK },
        ...(await consent()),
        metadata: { token_endpoint, revocation_endpoint },
        resource: `${usher.stack.url}/v1/queues`,
      })
      expect(answers).toEqual({
        code: { scope: SCOPE, refreshed: { status: 200, rotated: true }, reused: 'invalid_grant' },
        credentials: { status: 200, revoked: 200, token: expect.any(String) },
        wrong_secret: 'invalid_client',
      })
      await untilRefused((answers as { credentials: { token: string } }).credentials.token)
    },
  )
})
