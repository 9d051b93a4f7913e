import { createHash } from 'node:crypto'
import { OAUTH_PATHS } from '@usher/contracts'
import { createStandingClock } from '@usher/test-kit'
import jwt from 'jsonwebtoken'
import { deviceProgram } from './support/device-program.ts'
import { APP, type Application, BACK, oauthOf } from './support/oauth.ts'
import { startWithPeople } from './support/people.ts'

const clock = createStandingClock()
let all: Awaited<ReturnType<typeof startWithPeople>>
beforeAll(async () => {
  all = await startWithPeople(clock)
})
afterAll(async () => {
  await all?.[Symbol.asyncDispose]()
})

const { browserOf, connect, consent, exchange, forItself, refresh } = oauthOf(() => all)
const { begin, poll, post } = deviceProgram(() => all.accounts.url)

let partners = 0

/** An organisation with an application, whose token opens its data. */
async function partner() {
  const owner = await all.owner(`partner-${partners++}@usher.test`)
  const app: Application = (await owner.call('POST', '/account/oauth-clients', { body: APP })).body
  return { owner, app, tokens: await connect(app, owner.token) }
}

const ask = async (path: string, app: Application, form: Record<string, string>) => {
  const known = { client_id: app.id, client_secret: app.client_secret }
  const answer = await browserOf()(path, 'POST', { ...known, ...form })
  return JSON.parse((await answer.text()) || '{}')
}

/** What the gateway is told of an access token. */
function lookUp(accessToken = '') {
  const { jti = '' } = jwt.decode(accessToken, { json: true }) ?? {}
  return all.lookUp({ kind: 'access_token', sha256: createHash('sha256').update(jti).digest('hex') })
}
const organizationOf = async (accessToken?: string) => (await lookUp(accessToken)).body.organization_id

const isActive = async (app: Application, token = '') =>
  (await ask(OAUTH_PATHS.introspect, app, { token })).active

describe('attack: use what an application of another organisation was given', () => {
  test('a refresh token is refused to another application, and goes on working for its own', async () => {
    const [mine, theirs] = [await partner(), await partner()]
    const { refresh_token = '' } = theirs.tokens
    expect(await refresh(mine.app, refresh_token)).toMatchObject({ error: 'invalid_grant' })
    const next = await refresh(theirs.app, refresh_token)
    // Used a moment ago: its own application may use it again, no other one.
    expect(await refresh(mine.app, refresh_token)).toMatchObject({ error: 'invalid_grant' })
    expect(await refresh(theirs.app, refresh_token)).toMatchObject({ refresh_token: next.refresh_token })
    expect(await organizationOf(next.access_token)).toBe(theirs.owner.caller.organization_id)
  })

  test('a code is refused to another application, and cannot be used afterwards by it', async () => {
    const [mine, theirs] = [await partner(), await partner()]
    const { code, verifier } = await consent(theirs.app, theirs.owner.token)
    expect(await exchange(mine.app, code, verifier)).toMatchObject({ error: 'invalid_grant' })
    const tokens = await exchange(theirs.app, code, verifier)
    expect(await organizationOf(tokens.access_token)).toBe(theirs.owner.caller.organization_id)
  })

  test('another application cannot introspect or revoke a token, used refresh tokens included', async () => {
    const [mine, theirs] = [await partner(), await partner()]
    const next = await refresh(theirs.app, theirs.tokens.refresh_token)
    for (const token of [theirs.tokens.refresh_token, next.refresh_token, next.access_token]) {
      expect(await isActive(mine.app, token)).toBe(false)
      await ask(OAUTH_PATHS.revoke, mine.app, { token: token ?? '' })
    }
    expect(await isActive(theirs.app, next.access_token)).toBe(true)
    expect((await refresh(theirs.app, next.refresh_token)).access_token).toBeDefined()
  })

  test('an application of one organisation that a member of another lets in opens the data of that member alone', async () => {
    const [mine, theirs] = [await partner(), await partner()]
    const tokens = await connect(mine.app, theirs.owner.token)
    expect(await organizationOf(tokens.access_token)).toBe(theirs.owner.caller.organization_id)
    expect(await organizationOf((await forItself(mine.app)).access_token)).toBe(
      mine.owner.caller.organization_id,
    )
    const next = await refresh(mine.app, tokens.refresh_token)
    expect(await organizationOf(next.access_token)).toBe(theirs.owner.caller.organization_id)
    expect((await mine.owner.call('GET', '/account/oauth-grants')).body.data).toHaveLength(1)
    expect((await theirs.owner.call('GET', '/account/oauth-grants')).body.data).toHaveLength(2)
  })

  test('a device code is refused to an application, and opens the data of the member who entered it', async () => {
    const { app } = await partner()
    const { device_code } = await begin()
    const stolen = await post(OAUTH_PATHS.token, {
      ...{ client_id: app.id, client_secret: app.client_secret, device_code },
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    })
    expect(stolen.error).toBe('unauthorized_client')
    expect(await poll(device_code)).toMatchObject({ error: 'authorization_pending' })
  })
})

describe('attack: use a token again', () => {
  test('a code that is exchanged several times at once gives tokens once at most', async () => {
    const { owner, app } = await partner()
    const { code, verifier } = await consent(app, owner.token)
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => exchange(app, code, verifier)))
    const given = answers.filter(({ access_token }) => access_token !== undefined)
    expect(given.length).toBeLessThanOrEqual(1)
    for (const answer of answers) if (!given.includes(answer)) expect(answer.error).toBe('invalid_grant')
  })

  test('a refresh token that is used again within a minute gets no scope that it lacks', async () => {
    const { app, tokens } = await partner()
    const { refresh_token = '' } = tokens
    const asked = (scope: string) =>
      ask(OAUTH_PATHS.token, app, { grant_type: 'refresh_token', refresh_token, scope })
    const narrow = await asked('queues:read')
    expect(narrow.scope).toBe('queues:read')
    expect(await asked('queues:read guests:write')).toMatchObject({ error: 'invalid_scope' })
    expect((await asked('queues:read webhooks:manage')).refresh_token).toBe(narrow.refresh_token)
    expect((await lookUp(narrow.access_token)).body.scopes).toEqual(['queues:read'])
  })

  test('a used refresh token is not renewed after its application has revoked the next one', async () => {
    const { app, tokens } = await partner()
    const next = await refresh(app, tokens.refresh_token)
    await ask(OAUTH_PATHS.revoke, app, { token: next.refresh_token ?? '' })
    expect(await refresh(app, tokens.refresh_token)).toMatchObject({ error: 'invalid_grant' })
    expect(await refresh(app, next.refresh_token)).toMatchObject({ error: 'invalid_grant' })
    expect((await lookUp(next.access_token)).status).toBe(404)
  })

  test('a used refresh token is not renewed after its application has revoked it', async () => {
    const { app, tokens } = await partner()
    const next = await refresh(app, tokens.refresh_token)
    await ask(OAUTH_PATHS.revoke, app, { token: tokens.refresh_token ?? '' })
    expect(await refresh(app, tokens.refresh_token)).toMatchObject({ error: 'invalid_grant' })
    expect(await refresh(app, next.refresh_token)).toMatchObject({ error: 'invalid_grant' })
    expect((await lookUp(next.access_token)).status).toBe(404)
  })

  test('a refresh token is renewed for no other resource than it was given for', async () => {
    const { app, tokens } = await partner()
    const { refresh_token = '' } = tokens
    const resource = `${all.config.publicUrl}/mcp`
    expect(
      await ask(OAUTH_PATHS.token, app, { grant_type: 'refresh_token', refresh_token, resource }),
    ).toMatchObject({ error: 'invalid_target' })
  })

  test('a code is exchanged for no other resource than it was given for', async () => {
    const { owner, app } = await partner()
    const { code, verifier } = await consent(app, owner.token)
    const form = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: BACK }
    const resource = `${all.config.publicUrl}/mcp`
    expect(await ask(OAUTH_PATHS.token, app, { ...form, resource })).toMatchObject({
      error: 'invalid_target',
    })
  })
})
