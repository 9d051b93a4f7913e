import { CALLER_HEADER, newId } from '@usher/service-kit'
import { auditNoteOf } from '@usher/test-kit'
import type { ConnectionRecord } from '../src/connections/connection.ts'
import {
  ANN,
  API,
  BOB,
  begun,
  consented,
  givenConnection,
  givenOrganization,
  givenProvider,
  type Harness,
  HTML,
  startHarness,
  tick,
} from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
  await givenOrganization(harness, 'Bistro & Söhne <1>')
})
afterAll(() => harness[Symbol.asyncDispose]())

const connections = async () => (await harness.session()('GET', `${API}/connections`)).body.data
const connectionOf = async (provider: string) =>
  (await connections()).find(({ provider_id }: { provider_id: string }) => provider_id === provider)

describe('starting to connect a calendar', () => {
  test('answers an API client with a Google URL for exactly the needed scopes, valid for ten minutes', async () => {
    const provider = await givenProvider(harness)
    const { status, body } = await harness.client()('GET', `${API}/auth?provider_id=${provider}`)
    expect(status).toBe(200)
    const url = new URL(body.authorization_url)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      ...{ response_type: 'code', access_type: 'offline', prompt: 'consent', code_challenge_method: 'S256' },
      redirect_uri: 'http://localhost:8080/api/google-calendar/callback',
      scope:
        'openid email https://www.googleapis.com/auth/calendar.events https://www.googleapis.com/auth/calendar.calendarlist.readonly',
    })
    const lastsMs = Date.parse(body.expires_at) - harness.clock.now().getTime()
    expect(lastsMs).toBeGreaterThan(590_000)
    expect(lastsMs).toBeLessThanOrEqual(600_000)
  })

  test('redirects a browser to Google', async () => {
    const provider = await givenProvider(harness)
    const answer = await fetch(`${harness.service.url}${API}/auth?provider_id=${provider}`, {
      headers: { ...HTML, [CALLER_HEADER]: harness.callers.sign(harness.member) },
      redirect: 'manual',
    })
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toContain(harness.google.url)
  })

  test('answers 404 for an unknown provider or one of another organisation', async () => {
    const provider = await givenProvider(harness)
    const path = `${API}/auth?provider_id=`
    await begun(harness.client(), provider)
    expect((await harness.otherOrganization()('GET', path + provider)).status).toBe(404)
    expect((await harness.client()('GET', path + newId('provider'))).status).toBe(404)
  })

  test.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/a\\b', '/a b', 'x'])(
    'refuses return_to %s with 400',
    async (target) => {
      const query = `provider_id=${newId('provider')}&return_to=${encodeURIComponent(target)}`
      const { status, body } = await harness.client()('GET', `${API}/auth?${query}`)
      expect([status, body.code]).toEqual([400, 'validation_failed'])
    },
  )
})

describe('returning from Google as a member', () => {
  test('connects the provider in the same session and notes it in the audit trail without the e-mail address', async () => {
    const provider = await givenProvider(harness)
    const path = await consented(harness.google, await begun(harness.session(), provider))
    const answer = await harness.browser(harness.member)('GET', path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    const connection = await connectionOf(provider)
    expect(connection).toMatchObject({
      ...{ status: 'active', account_email: ANN, calendar_id: ANN, busy_calendar_ids: [ANN] },
      created_by: harness.member.actor,
    })
    expect(auditNoteOf(answer)).toMatchObject({
      ...{ organization_id: harness.organizationId, actor: harness.member.actor, resource: connection.id },
      changes: { status: { before: null, after: 'active' } },
    })
    expect(JSON.stringify(auditNoteOf(answer))).not.toContain(ANN)
  })

  test('redirects the browser to the return_to path', async () => {
    const provider = await givenProvider(harness)
    const url = await begun(harness.session(), provider, '&return_to=/settings/calendars?a=1')
    const path = await consented(harness.google, url)
    const answer = await harness.browser(harness.member)('GET', path)
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      'http://localhost:8080/settings/calendars?a=1',
    ])
  })

  test('answers 403 in any other session, and the link can still be used in its own session', async () => {
    const provider = await givenProvider(harness)
    const path = await consented(harness.google, await begun(harness.session(), provider))
    const others = [
      undefined,
      { ...harness.member, session_id: newId('session') },
      harness.callers.caller({ session_id: harness.member.session_id }),
    ]
    for (const other of others) {
      const { status, body } = await harness.browser(other)('GET', path)
      expect([status, body]).toEqual([403, expect.stringContaining('signed in otherwise')])
    }
    expect(await connectionOf(provider)).toBeUndefined()
    expect((await harness.browser(harness.member)('GET', path)).status).toBe(200)
  })

  test('connects once per link and answers 400 when it was already used', async () => {
    const provider = await givenProvider(harness)
    const path = await consented(harness.google, await begun(harness.session(), provider))
    const answers = await Promise.all([1, 2, 3].map(() => harness.browser(harness.member)('GET', path)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    const refused = answers.filter(({ status }) => status === 400)
    expect(refused.map(({ body }) => body)).toEqual(
      Array(2).fill(expect.stringContaining('was used already')),
    )
    const { status, body } = await harness.browser(harness.member)('GET', path)
    expect([status, body]).toEqual([400, expect.stringContaining('was used already')])
  })

  test.each([
    ['nothing', ''],
    ['an invented state', '?state=invented&code=4/0abc'],
  ])('shows a page that the link is not known for %s', async (_, query) => {
    const { status, body } = await harness.browser(harness.member)('GET', `${API}/callback${query}`)
    expect([status, body]).toEqual([400, expect.stringContaining('not known')])
  })

  test('shows a page about denied access or an invalid code, and connects nothing', async () => {
    const provider = await givenProvider(harness)
    const denied = await harness.google.consent(await begun(harness.session(), provider), {
      email: ANN,
      decision: 'cancel',
    })
    const said = await harness.browser(harness.member)('GET', denied.pathname + denied.search)
    expect([said.status, said.body]).toEqual([400, expect.stringContaining('was not allowed')])
    const path = await consented(harness.google, await begun(harness.session(), provider))
    const forged = path.replace(/code=[^&]*/, 'code=forged')
    const refused = await harness.browser(harness.member)('GET', forged)
    expect([refused.status, refused.body]).toEqual([400, expect.stringContaining('did not accept')])
    expect(await connectionOf(provider)).toBeUndefined()
  })

  test('shows a page about missing access when only some scopes were granted', async () => {
    const provider = await givenProvider(harness)
    const back = await harness.google.consent(await begun(harness.session(), provider), {
      email: ANN,
      scopes: ['openid', 'email', 'https://www.googleapis.com/auth/calendar.events'],
    })
    const { status, body } = await harness.browser(harness.member)('GET', back.pathname + back.search)
    expect([status, body]).toEqual([400, expect.stringContaining('access is missing')])
  })

  test('answers 400 after more than ten minutes', async () => {
    const provider = await givenProvider(harness)
    const path = await consented(harness.google, await begun(harness.session(), provider))
    harness.clock.advance(600_001)
    const { status, body } = await harness.browser(harness.member)('GET', path)
    expect([status, body]).toEqual([400, expect.stringContaining('took too long')])
  })

  test('refuses another account with 409 and keeps the connected one', async () => {
    const { id, provider_id } = await givenConnection(harness)
    const path = await consented(harness.google, await begun(harness.session(), provider_id), BOB)
    const { status, body } = await harness.browser(harness.member)('GET', path)
    expect([status, body]).toEqual([409, expect.stringContaining('Another account')])
    expect(await connectionOf(provider_id)).toMatchObject({ id, account_email: ANN })
  })

  test('makes one connection from three concurrent returns, all answered with 200', async () => {
    const provider = await givenProvider(harness)
    const paths = await Promise.all(
      [1, 2, 3].map(async () => consented(harness.google, await begun(harness.session(), provider))),
    )
    const answers = await Promise.all(paths.map((path) => harness.browser(harness.member)('GET', path)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const all = harness.service.context.connection.collection<ConnectionRecord>('connections')
    expect(await all.countDocuments({ provider_id: provider })).toBe(1)
  })

  test('connects two providers to the same account', async () => {
    const [one, two] = [await givenConnection(harness), await givenConnection(harness)]
    expect(one.id).not.toBe(two.id)
    expect(two.account_email).toBe(ANN)
  })
})

describe('returning from Google for an API client', () => {
  test('asks for confirmation without a session, and connects once', async () => {
    const provider = await givenProvider(harness, 'Dr. <b>Grace</b>')
    const path = await consented(harness.google, await begun(harness.client(), provider))
    const browser = harness.browser()
    const asked = await browser('GET', path)
    expect(asked.status).toBe(200)
    for (const named of [ANN, 'Bistro &amp; Söhne &lt;1&gt;', 'Dr. &lt;b&gt;Grace&lt;/b&gt;'])
      expect(asked.body).toContain(named)
    expect(await connectionOf(provider)).toBeUndefined()
    const [, form = ''] = /action="([^"]+)"/.exec(asked.body) ?? []
    expect((await browser('GET', path)).status).toBe(400)

    const answers = await Promise.all([browser('POST', form), browser('POST', form)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(await connectionOf(provider)).toMatchObject({ account_email: ANN, status: 'active' })
  })

  test('revokes the access at Google when the person does not confirm in ten minutes', async () => {
    const { google, service, clock } = harness
    const provider = await givenProvider(harness)
    await harness.browser()('GET', await consented(google, await begun(harness.client(), provider), BOB))
    await tick(service)
    const before = google.requests.count('POST', /^\/revoke/)
    clock.advance(600_001)
    await tick(service)
    expect(google.requests.count('POST', /^\/revoke/)).toBe(before + 1)
    expect(await connectionOf(provider)).toBeUndefined()
  })
})

describe('an installation without a Google client', () => {
  test('answers 503 with calendar_not_configured to connecting and syncing, and still lists connections', async () => {
    const bare = await harness.start({ google: null })
    const api = harness.client({}, bare.url)
    const provider = await givenProvider(harness)
    const answers = [
      await api('GET', `${API}/auth?provider_id=${provider}`),
      await api('POST', `${API}/sync`, { body: {} }),
    ]
    for (const { status, body } of answers)
      expect([status, body.code]).toEqual([503, 'calendar_not_configured'])
    expect((await api('GET', `${API}/connections`)).status).toBe(200)
  })
})
