import { ALL_SCOPES, OAUTH_PATHS } from '@usher/contracts'
import { CALLER_HEADER, CLIENT_ADDRESS_HEADER, signCaller } from '@usher/service-kit'
import jwt from 'jsonwebtoken'
import { APP, authorizePath, BACK, oauthOf } from './support/oauth.ts'
import { startWithPeople } from './support/people.ts'
import { privateKey } from './support/start.ts'

let all: Awaited<ReturnType<typeof startWithPeople>>
beforeAll(async () => {
  all = await startWithPeople()
})
afterAll(async () => {
  await all?.[Symbol.asyncDispose]()
})

const { browserOf, challenge, consentIn, exchange, follow } = oauthOf(() => all)

let registrations = 0

async function register(
  metadata: object | string,
  address = `2001:db8:${(registrations++).toString(16)}::1`,
) {
  const answer = await fetch(all.accounts.url + OAUTH_PATHS.register, {
    method: 'POST',
    headers: {
      [CALLER_HEADER]: signCaller(null, privateKey),
      [CLIENT_ADDRESS_HEADER]: address,
      'content-type': 'application/json',
    },
    body: typeof metadata === 'string' ? metadata : JSON.stringify(metadata),
  })
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever is answered
  return { status: answer.status, body: (await answer.json()) as any }
}

const AGENT = { client_name: 'Agent', redirect_uris: [BACK], scope: 'queues:read unknown webhooks:manage' }

/** A client that has registered itself, as an application of the support. */
async function newClient(given: object = {}) {
  const { client_id: id } = (await register({ ...AGENT, ...given })).body
  return { id, client_secret: '' }
}

const storedClient = (id: string) =>
  all.database.collection<{ _id: string }>('oauth_clients').findOne({ _id: id })

describe('a client that registers itself', () => {
  test('becomes a public client for the code flow, without an organisation, from name and redirect URI', async () => {
    const { status, body } = await register({ ...AGENT, token_endpoint_auth_method: 'client_secret_post' })
    expect([status, body]).toEqual([
      201,
      {
        client_id: expect.stringMatching(/^oac_/),
        client_id_issued_at: expect.any(Number),
        client_name: 'Agent',
        redirect_uris: [BACK],
        scope: 'queues:read webhooks:manage',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
    ])
    expect(await storedClient(body.client_id)).toMatchObject({
      ...{ organization_id: null, self_registered: true },
      expires_at: expect.any(Date),
    })
  })

  test('may request all scopes when it names none', async () => {
    const { body } = await register({ redirect_uris: [BACK] })
    expect(body).toMatchObject({ client_name: 'An application', scope: ALL_SCOPES.join(' ') })
  })

  test('cannot choose its organisation, client id, secret or grant types', async () => {
    const wishes = {
      ...{ organization_id: 'org_01h455vb4pex5vsknk084sn02q', client_secret: 'x', client_id: 'mine' },
      grant_types: ['client_credentials'],
    }
    const { body } = await register({ ...AGENT, ...wishes })
    expect(body.client_id).toMatch(/^oac_/)
    expect(await storedClient(body.client_id)).toMatchObject({ organization_id: null, secret_sha256: null })
    const answer = await browserOf()(OAUTH_PATHS.token, 'POST', {
      ...{ client_id: body.client_id, grant_type: 'client_credentials' },
    })
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'unauthorized_client' }])
  })

  test.each([
    [{ redirect_uris: ['http://evil.test/back'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: [] }, 'invalid_redirect_uri'],
    [{}, 'invalid_redirect_uri'],
    [{ redirect_uris: [BACK], scope: 1 }, 'invalid_client_metadata'],
    ['{', 'invalid_client_metadata'],
    ['[]', 'invalid_client_metadata'],
    [JSON.stringify({ ...AGENT, client_uri: 'x'.repeat(11_000) }), 'invalid_client_metadata'],
    [{ ...AGENT, client_name: 'Usher' }, 'invalid_client_metadata'],
    [{ ...AGENT, client_name: 'Google Calendar' }, 'invalid_client_metadata'],
    [{ ...AGENT, client_name: 'Аgent' }, 'invalid_client_metadata'],
    [{ ...AGENT, client_name: 'https://agent.example' }, 'invalid_client_metadata'],
  ])('answers 400 to the metadata %j with %s', async (metadata, error) => {
    expect(await register(metadata)).toMatchObject({ status: 400, body: { error } })
  })

  test('registers 20 clients from one address and answers 429 to more, but not to other addresses', async () => {
    const address = '203.0.113.9'
    for (let count = 0; count < 20; count++) expect((await register(AGENT, address)).status).toBe(201)
    expect(await register(AGENT, address)).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect((await register(AGENT)).status).toBe(201)
  })
})

describe('consent to a client that registered itself', () => {
  test('warns on the page that the application registered itself, and escapes its name', async () => {
    const owner = await all.owner('registered-page@usher.test')
    const { id } = await newClient({ client_name: 'Helper <Support>' })
    const browser = browserOf(owner.token)
    const page = await follow(browser, authorizePath(id, challenge()))
    const text = await (await browser(page)).text()
    expect(text).toContain('This application registered itself')
    expect(text).toContain('Helper &lt;Support&gt;')
  })

  test("puts the client in the member's organisation, which lists and deletes it", async () => {
    const owner = await all.owner('registered-owner@usher.test')
    const client = await newClient()
    const { code, verifier } = await consentIn(browserOf(owner.token), client)
    const { access_token = '' } = await exchange(client, code, verifier)
    expect(jwt.decode(access_token)).toMatchObject({ client_id: client.id, sub: owner.caller.actor })
    const { data } = (await owner.call('GET', '/account/oauth-clients')).body
    expect(data).toMatchObject([
      { id: client.id, name: 'Agent', created_by: owner.caller.actor, self_registered: true },
    ])
    const grants = (await owner.call('GET', '/account/oauth-grants')).body.data
    expect(grants).toMatchObject([{ client_id: client.id, self_registered: true }])
    expect((await storedClient(client.id)) ?? {}).toMatchObject({ expires_at: null })
    expect((await owner.call('DELETE', `/account/oauth-clients/${client.id}`)).status).toBe(204)
    expect(await storedClient(client.id)).toBeNull()
  })

  test('refuses a member of another organisation once the client belongs to the first', async () => {
    const [owner, other] = [
      await all.owner('registered-first@usher.test'),
      await all.owner('registered-second@usher.test'),
    ]
    const client = await newClient()
    const browser = browserOf(other.token)
    const page = await follow(browser, authorizePath(client.id, challenge()))
    await consentIn(browserOf(owner.token), client)
    expect((await browser(page)).status).toBe(403)
    expect((await browser(`${page}/consent`, 'POST')).status).toBe(403)
    expect((await other.call('GET', '/account/me/oauth-grants')).body.data).toEqual([])
    expect((await other.call('GET', `/account/oauth-clients/${client.id}`)).status).toBe(404)
    expect(await storedClient(client.id)).toMatchObject({ created_by: owner.caller.actor })
  })

  test('redirects a native app to another port than it registered, but not to another path (RFC 8252 §7.3)', async () => {
    const owner = await all.owner('registered-port@usher.test')
    const { id } = await newClient({ redirect_uris: ['http://127.0.0.1:4000/back'] })
    const path = (redirect_uri: string) => authorizePath(id, { ...challenge(), redirect_uri })
    const page = await follow(browserOf(owner.token), path('http://127.0.0.1:5000/back'))
    expect(page).toContain(OAUTH_PATHS.interaction)
    const refused = await browserOf(owner.token)(path('http://127.0.0.1:5000/other'))
    expect(refused.status).toBe(400)
  })
})

describe('a client that requests a token for the MCP server', () => {
  test('gets a token whose audience is the named resource (RFC 8707)', async () => {
    const owner = await all.owner('resource@usher.test')
    const client = await newClient()
    const resource = `${all.config.publicUrl}/mcp`
    const { code, verifier } = await consentIn(browserOf(owner.token), client, { resource })
    const { access_token = '' } = await exchange(client, code, verifier)
    expect(jwt.decode(access_token)).toMatchObject({ aud: resource, scope: APP.scopes.join(' ') })
  })

  test('gets invalid_target for an unknown resource', async () => {
    const owner = await all.owner('other-resource@usher.test')
    const { id } = await newClient()
    const path = authorizePath(id, { ...challenge(), resource: 'https://evil.test/mcp' })
    const answer = await browserOf(owner.token)(path)
    // Nobody has let it in yet, so the error stays on our page.
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining('error=invalid_target'),
    ])
  })
})
