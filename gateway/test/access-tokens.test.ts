import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { newId, unseal } from '@usher/service-kit'
import { createCallers, createInfrastructure, createStandingClock, until } from '@usher/test-kit'
import jwt from 'jsonwebtoken'
import mongoose from 'mongoose'
import { startGateway } from '../src/service.ts'
import { startAccountsService } from './support/accounts.ts'
import { browser, PASSWORD } from './support/browsers.ts'
import { startService } from './support/fake-service.ts'
import { send } from './support/send.ts'
import { gatewayConfig, privateKey, publicKey, serviceUrlsOf } from './support/start.ts'

const QUEUES = '/v1/queues'

type Stack = Awaited<ReturnType<typeof startStack>>
let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(async () => {
  await stack?.[Symbol.asyncDispose]()
})

/** The gateway before real accounts, an application that they know, and the key that its tokens are signed with. */
async function startStack() {
  const started = new AsyncDisposableStack()
  const infrastructure = started.use(await createInfrastructure())
  const accounts = started.use(await startAccountsService(infrastructure, publicKey))
  const service = started.use(await startService())
  const serviceUrls = serviceUrlsOf(accounts, service)
  const config = gatewayConfig({ rabbitUrl: infrastructure.rabbitUrl, serviceUrls })
  // Cached callers never expire by this clock: only an event evicts them.
  const { url } = started.use(await startGateway(config, createStandingClock()))
  const page = browser(url)
  const signUp = { organization_name: 'Bistro', name: 'Ada', email: 'ada@usher.test', password: PASSWORD }
  await page.call('POST', '/account/sign-up', signUp)
  await page.signIn('ada@usher.test')
  const scopes = ['queues:read', 'webhooks:manage']
  const client = (await page.write('POST', '/account/oauth-clients', { name: 'App', scopes })).json()
  return {
    url,
    service,
    /** Once a token has been issued. */
    signingKey: () => readSigningKey(accounts),
    /** A token as the application gets it. */
    async token(scope?: string): Promise<string> {
      const { id, client_secret } = client
      const fields = { client_id: id, client_secret, grant_type: 'client_credentials' }
      const form = new URLSearchParams({ ...fields, ...(scope !== undefined && { scope }) })
      const answer = await fetch(`${url}/oauth/token`, { method: 'POST', body: form })
      return ((await answer.json()) as { access_token: string }).access_token
    },
    /** Revokes a token; gives the status of the answer. */
    async revoke(token: string, client_secret: string = client.client_secret): Promise<number> {
      const form = new URLSearchParams({ token, client_id: client.id, client_secret })
      return (await fetch(`${url}/oauth/revoke`, { method: 'POST', body: form })).status
    },
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  }
}

/** The key that accounts signs with now: as good as one that was stolen. */
async function readSigningKey({
  mongoUrl,
  secretKey,
}: Awaited<ReturnType<typeof startAccountsService>>): Promise<string> {
  const connection = await mongoose.createConnection(mongoUrl).asPromise()
  try {
    const keys = connection.collection('oauth_signing_keys')
    const [current] = await keys.find().sort({ _id: 1 }).toArray()
    return unseal(current?.private_pem, [secretKey])
  } finally {
    await connection.destroy()
  }
}

const decoded = (token: string) => {
  const { header, payload } = jwt.decode(token, { complete: true }) ?? {}
  return { header: header as jwt.JwtHeader, claims: payload as jwt.JwtPayload }
}

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Signs what a valid token says, changed, in whatever way. */
function forge(token: string, key: KeyObject | string, changes: { header?: object; claims?: object } = {}) {
  const { header, claims } = decoded(token)
  const changed = JSON.parse(JSON.stringify({ ...claims, ...changes.claims }))
  return jwt.sign(changed, key, { algorithm: 'RS256', header: { ...header, ...changes.header } })
}

const othersKey = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** What an attacker makes of a valid token, and of what else is known or stolen. */
const ATTACKS: Record<string, (token: string, stack: Stack) => string | Promise<string>> = {
  'without a signature, as alg none says': (token) => {
    const { header, claims } = decoded(token)
    return `${base64({ ...header, alg: 'none' })}.${base64(claims)}.`
  },
  'with alg NONE in other letters': (token) => {
    const { header, claims } = decoded(token)
    return `${base64({ ...header, alg: 'NonE' })}.${base64(claims)}.`
  },
  'with the public key as the secret of an HMAC': async (token, { url }) => {
    const { header, claims } = decoded(token)
    const { keys } = (await (await fetch(`${url}/oauth/jwks`)).json()) as { keys: object[] }
    const signed = `${base64({ ...header, alg: 'HS256' })}.${base64(claims)}`
    return `${signed}.${createHmac('sha256', JSON.stringify(keys[0])).update(signed).digest('base64url')}`
  },
  'signed with a key of the attacker under our kid': (token) => forge(token, othersKey.privateKey),
  'signed with a key of the attacker under its own kid': (token) =>
    forge(token, othersKey.privateKey, { header: { kid: 'mine' } }),
  'with the key of the attacker in its header': (token) =>
    forge(token, othersKey.privateKey, {
      header: { kid: 'mine', jwk: othersKey.publicKey.export({ format: 'jwk' }) },
    }),
  'with an address of the attacker for its key': (token) =>
    forge(token, othersKey.privateKey, { header: { kid: 'mine', jku: 'http://127.0.0.1:9/keys' } }),
  'with other claims under the old signature': (token) => {
    const [header, , signature] = token.split('.')
    return `${header}.${base64({ ...decoded(token).claims, scope: 'queues:write' })}.${signature}`
  },
  'cut short': (token) => token.slice(0, -10),
  'expired, though signed by us': async (token, { signingKey }) =>
    forge(token, await signingKey(), { claims: { exp: Math.floor(Date.now() / 1000) - 1 } }),
  'not valid yet, though signed by us': async (token, { signingKey }) =>
    forge(token, await signingKey(), { claims: { nbf: Math.floor(Date.now() / 1000) + 600 } }),
  'without an end, though signed by us': async (token, { signingKey }) =>
    forge(token, await signingKey(), { claims: { exp: undefined } }),
  'for another audience, though signed by us': async (token, { signingKey }) =>
    forge(token, await signingKey(), { claims: { aud: 'https://other.test' } }),
  'from another issuer, though signed by us': async (token, { signingKey }) =>
    forge(token, await signingKey(), { claims: { iss: 'https://other.test' } }),
  'of another type, though signed by us': async (token, { signingKey }) =>
    forge(token, await signingKey(), { header: { typ: 'JWT' } }),
  'with an identifier that was never issued, though signed by us': async (token, { signingKey }) =>
    forge(token, await signingKey(), { claims: { jti: newId('event') } }),
  'without an identifier, though signed by us': async (token, { signingKey }) =>
    forge(token, await signingKey(), { claims: { jti: undefined } }),
  'that the gateway signs for services': () => {
    const { caller } = createCallers()
    return jwt.sign(caller(), privateKey, {
      algorithm: 'ES256',
      issuer: 'usher-gateway',
      audience: 'usher-services',
    })
  },
  'of three parts that are nothing': () => 'a.b.c',
  'that says it is a JWT, and has no JSON in it': () =>
    `${base64({ typ: 'JWT', alg: 'none' })}.bm90IEpTT04.x`,
  'that is very long': (token) => `${token}${'a'.repeat(8_000)}`,
}

describe('an access token', () => {
  test('accepts an access token issued by accounts, also a second time', async () => {
    const token = await stack.token()
    expect((await send(stack.url + QUEUES, { key: token })).status).toBe(204)
    expect((await send(stack.url + QUEUES, { key: token })).status).toBe(204)
  })

  test.each(Object.entries(ATTACKS))('refuses an access token %s', async (_, attack) => {
    const valid = await stack.token()
    expect((await send(stack.url + QUEUES, { key: valid })).status).toBe(204)
    const answer = await send(stack.url + QUEUES, { key: await attack(valid, stack) })
    expect(answer.status).toBe(401)
    expect(answer.json().code).toBe('unauthorized')
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="usher", error="invalid_token"')
  })

  test('refuses a token after its own client revokes it, and not after a wrong client secret', async () => {
    const token = await stack.token()
    const status = async () => (await send(stack.url + QUEUES, { key: token })).status
    expect(await status()).toBe(204)
    expect(await stack.revoke(token, 'guessed')).toBe(401)
    expect(await status()).toBe(204)
    expect(await stack.revoke(token)).toBe(200)
    await until('it to be refused', async () => (await status()) === 401)
  })

  test('answers 403 with the missing scope to a token without the scope', async () => {
    const token = await stack.token('webhooks:manage')
    const answer = await send(stack.url + QUEUES, { key: token })
    expect(answer.status).toBe(403)
    expect(answer.json().code).toBe('insufficient_scope')
    expect(answer.headers['www-authenticate']).toContain('error="insufficient_scope", scope="queues:read"')
  })
})
