import { createFakeClock } from '@usher/test-kit'
import {
  ANN,
  aGoogle,
  calendarOf,
  connected,
  consentUrl,
  failureOf,
  oauthClient,
  oauthFailureOf,
  pkce,
  REDIRECT_URI,
  SCOPES,
} from './util.ts'

const BOB = 'bob@example.test'

async function codeOf(google: Awaited<ReturnType<typeof aGoogle>>, more: object = {}) {
  const client = oauthClient(google)
  const { verifier, challenge } = pkce()
  const back = await google.consent(consentUrl(client, challenge, more))
  return { client, verifier, back, code: back.searchParams.get('code') ?? '' }
}

describe('the consent page', () => {
  test('redirects to the registered address with a code and the state when the user allows', async () => {
    await using google = await aGoogle()
    const { back } = await codeOf(google)
    expect(back.origin + back.pathname).toBe(REDIRECT_URI)
    expect(back.searchParams.get('state')).toBe('st4te')
    expect(back.searchParams.get('code')).toMatch(/^4\/0/)
    expect(back.searchParams.get('scope')).toBe(SCOPES.join(' '))
  })

  test('redirects to the registered address with access_denied and the state when the user cancels', async () => {
    await using google = await aGoogle()
    const back = await google.consent(consentUrl(oauthClient(google), pkce().challenge), {
      decision: 'cancel',
    })
    expect(Object.fromEntries(back.searchParams)).toEqual({ error: 'access_denied', state: 'st4te' })
  })

  test('offers every account, with the first one preselected', async () => {
    await using google = await aGoogle()
    google.createAccount(BOB, { name: '<b>Bob' })
    const page = await (await fetch(consentUrl(oauthClient(google), pkce().challenge))).text()
    expect(page).toContain(`value="${ANN}" checked`)
    expect(page).toContain(`value="${BOB}" required`)
    expect(page).not.toContain('<b>Bob')
  })

  test('answers 400 when the form is sent a second time', async () => {
    await using google = await aGoogle()
    const page = await (await fetch(consentUrl(oauthClient(google), pkce().challenge))).text()
    const flow = /name="flow" value="([^"]+)"/.exec(page)?.[1] ?? ''
    const send = () =>
      fetch(`${google.url}/o/oauth2/v2/auth/consent`, {
        method: 'POST',
        body: new URLSearchParams({ flow, account: ANN, decision: 'allow', scope: 'openid' }),
        redirect: 'manual',
      })
    expect([(await send()).status, (await send()).status]).toEqual([302, 400])
  })

  test.each([
    ['an unknown client', { client_id: 'other' }, 'invalid_client'],
    ['an address with a slash too many', { redirect_uri: `${REDIRECT_URI}/` }, 'redirect_uri_mismatch'],
    ['no PKCE', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
    ['PKCE without a hash', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['the implicit flow', { response_type: 'token' }, 'invalid_request'],
    ['an unknown parameter', { login_hint: ANN }, 'invalid_request'],
    ['an unknown scope', { scope: 'https://www.googleapis.com/auth/nothing' }, 'invalid_scope'],
  ])('shows an error page without a redirect for %s', async (_what, wrong, error) => {
    await using google = await aGoogle()
    const answer = await fetch(consentUrl(oauthClient(google), pkce().challenge, wrong), {
      redirect: 'manual',
    })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain(error)
  })
})

describe('the token endpoint', () => {
  test('exchanges a code once, for an access token of one hour and a refresh token', async () => {
    await using google = await aGoogle()
    const { client, code, verifier } = await codeOf(google)
    const { tokens } = await client.getToken({ code, codeVerifier: verifier })
    expect(tokens).toMatchObject({ scope: SCOPES.join(' '), token_type: 'Bearer' })
    expect(tokens.refresh_token).toMatch(/^1\/\//)
    expect((tokens.expiry_date ?? 0) - Date.now()).toBeGreaterThan(3_500_000)
    expect(await oauthFailureOf(client.getToken({ code, codeVerifier: verifier }))).toBe('invalid_grant')
  })

  test('refuses a code after 11 minutes', async () => {
    const clock = createFakeClock()
    await using google = await aGoogle({ clock })
    const { client, code, verifier } = await codeOf(google)
    clock.advance(11 * 60_000)
    expect(await oauthFailureOf(client.getToken({ code, codeVerifier: verifier }))).toBe('invalid_grant')
  })

  test('refuses a code with a wrong or missing PKCE verifier or another redirect address', async () => {
    await using google = await aGoogle()
    const wrong = await codeOf(google)
    const call = wrong.client.getToken({ code: wrong.code, codeVerifier: pkce().verifier })
    expect(await oauthFailureOf(call)).toBe('invalid_grant')
    const missing = await codeOf(google)
    expect(await oauthFailureOf(missing.client.getToken({ code: missing.code }))).toBe('invalid_grant')
    const { client, code, verifier } = await codeOf(google)
    const elsewhere = client.getToken({ code, codeVerifier: verifier, redirect_uri: 'http://localhost:1/' })
    expect(await oauthFailureOf(elsewhere)).toBe('redirect_uri_mismatch')
  })

  test('answers invalid_client to a wrong client secret', async () => {
    await using google = await aGoogle()
    const { code, verifier } = await codeOf(google)
    const client = oauthClient({ url: google.url, client: { ...google.client, secret: 'wrong' } })
    expect(await oauthFailureOf(client.getToken({ code, codeVerifier: verifier }))).toBe('invalid_client')
  })

  test('the API answers 401 to an expired access token until it is refreshed', async () => {
    const clock = createFakeClock()
    await using google = await aGoogle({ clock })
    const client = await connected(google)
    const list = () =>
      fetch(`${google.url}/calendar/v3/users/me/calendarList`, {
        headers: { authorization: `Bearer ${client.credentials.access_token}` },
      })
    expect((await list()).status).toBe(200)
    clock.advance(3_600_000)
    expect((await list()).status).toBe(401)
    await client.refreshAccessToken()
    expect((await list()).status).toBe(200)
    google.expireAccessTokens()
    expect((await list()).status).toBe(401)
  })

  test('answers invalid_grant to a refresh after the user or the client has revoked access', async () => {
    await using google = await aGoogle()
    const byUser = await connected(google)
    const api = await calendarOf(google)
    google.revokeGrant(ANN)
    expect(await oauthFailureOf(byUser.refreshAccessToken())).toBe('invalid_grant')
    expect(await failureOf(api.calendarList.list())).toEqual({ status: 401, reason: 'authError' })
    const byClient = await connected(google)
    const { refresh_token: token = '' } = byClient.credentials
    await byClient.revokeToken(token as string)
    expect(await oauthFailureOf(byClient.refreshAccessToken())).toBe('invalid_grant')
    expect(await oauthFailureOf(byClient.revokeToken(token as string))).toBe('invalid_token')
  })

  test('gives no refresh token without offline access or when consent was given before', async () => {
    await using google = await aGoogle()
    const online = await connected(google, ANN, { access_type: 'online' })
    expect(online.credentials.refresh_token).toBeUndefined()
    const again = await connected(google, ANN, { prompt: 'select_account' })
    expect(again.credentials.refresh_token).toBeUndefined()
    expect((await connected(google)).credentials.refresh_token).toBeDefined()
  })

  test('openid and email add an ID token that names the account', async () => {
    await using google = await aGoogle()
    const client = await connected(google)
    const claims = JSON.parse(
      Buffer.from(client.credentials.id_token?.split('.')[1] ?? '', 'base64url').toString(),
    )
    expect(claims).toMatchObject({ iss: google.url, aud: google.client.id, email: ANN, email_verified: true })
    expect(claims.sub).toBe(google.accounts[0]?.sub)
    const without = await connected(google, ANN, { scope: SCOPES.slice(2) })
    expect(without.credentials.id_token).toBeUndefined()
  })

  test('the API answers 403 where a scope is needed that the user unticked', async () => {
    await using google = await aGoogle()
    const client = oauthClient(google)
    const { verifier, challenge } = pkce()
    const events = 'https://www.googleapis.com/auth/calendar.events'
    const list = 'https://www.googleapis.com/auth/calendar.calendarlist.readonly'
    const back = await google.consent(consentUrl(client, challenge, { scope: [events, list] }), {
      scopes: [list],
    })
    const code = back.searchParams.get('code') ?? ''
    const { tokens } = await client.getToken({ code, codeVerifier: verifier })
    expect(tokens.scope).toBe(list)
    client.setCredentials(tokens)
    const api = await calendarOf(google, ANN, client)
    expect((await api.calendarList.list()).data.items).toHaveLength(1)
    expect(await failureOf(api.events.list({ calendarId: ANN }))).toEqual({
      status: 403,
      reason: 'insufficientPermissions',
    })
  })
})
