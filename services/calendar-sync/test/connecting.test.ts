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

describe('when somebody begins to connect a calendar', () => {
  test('given an application, then it is told the page of Google, which asks for what is needed and no more', async () => {
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

  test('given a browser, then it is sent to Google', async () => {
    const provider = await givenProvider(harness)
    const answer = await fetch(`${harness.service.url}${API}/auth?provider_id=${provider}`, {
      headers: { ...HTML, [CALLER_HEADER]: harness.callers.sign(harness.member) },
      redirect: 'manual',
    })
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toContain(harness.google.url)
  })

  test("given a provider that is nobody's or another organisation's, then it is not found", async () => {
    const provider = await givenProvider(harness)
    const path = `${API}/auth?provider_id=`
    await begun(harness.client(), provider)
    expect((await harness.otherOrganization()('GET', path + provider)).status).toBe(404)
    expect((await harness.client()('GET', path + newId('provider'))).status).toBe(404)
  })

  test.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/a\\b', '/a b', 'x'])(
    'given %s to return to, then it is refused',
    async (target) => {
      const query = `provider_id=${newId('provider')}&return_to=${encodeURIComponent(target)}`
      const { status, body } = await harness.client()('GET', `${API}/auth?${query}`)
      expect([status, body.code]).toEqual([400, 'validation_failed'])
    },
  )
})

describe('when a member comes back from Google', () => {
  test('given the session it was begun in, then the provider is connected, and the audit trail has it', async () => {
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

  test('given a path to return to, then the browser is sent there', async () => {
    const provider = await givenProvider(harness)
    const url = await begun(harness.session(), provider, '&return_to=/settings/calendars?a=1')
    const path = await consented(harness.google, url)
    const answer = await harness.browser(harness.member)('GET', path)
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      'http://localhost:8080/settings/calendars?a=1',
    ])
  })

  test('given no session, another one or one of another organisation, then nothing is connected nor used up', async () => {
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

  test('given that it was used, then it works no more', async () => {
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
  ])('given %s, then a page says that it is not known', async (_, query) => {
    const { status, body } = await harness.browser(harness.member)('GET', `${API}/callback${query}`)
    expect([status, body]).toEqual([400, expect.stringContaining('not known')])
  })

  test('given that access was not allowed, or the code is wrong, then a page says so', async () => {
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

  test('given that only some access was allowed, then a page says which is missing', async () => {
    const provider = await givenProvider(harness)
    const back = await harness.google.consent(await begun(harness.session(), provider), {
      email: ANN,
      scopes: ['openid', 'email', 'https://www.googleapis.com/auth/calendar.events'],
    })
    const { status, body } = await harness.browser(harness.member)('GET', back.pathname + back.search)
    expect([status, body]).toEqual([400, expect.stringContaining('access is missing')])
  })

  test('given that it took longer than ten minutes, then it is too late', async () => {
    const provider = await givenProvider(harness)
    const path = await consented(harness.google, await begun(harness.session(), provider))
    harness.clock.advance(600_001)
    const { status, body } = await harness.browser(harness.member)('GET', path)
    expect([status, body]).toEqual([400, expect.stringContaining('took too long')])
  })

  test('given a provider with another account, then it stays with that one', async () => {
    const { id, provider_id } = await givenConnection(harness)
    const path = await consented(harness.google, await begun(harness.session(), provider_id), BOB)
    const { status, body } = await harness.browser(harness.member)('GET', path)
    expect([status, body]).toEqual([409, expect.stringContaining('Another account')])
    expect(await connectionOf(provider_id)).toMatchObject({ id, account_email: ANN })
  })

  test('given three who connect it at once, then it is one connection, and all are told so', async () => {
    const provider = await givenProvider(harness)
    const paths = await Promise.all(
      [1, 2, 3].map(async () => consented(harness.google, await begun(harness.session(), provider))),
    )
    const answers = await Promise.all(paths.map((path) => harness.browser(harness.member)('GET', path)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const all = harness.service.context.connection.collection<ConnectionRecord>('connections')
    expect(await all.countDocuments({ provider_id: provider })).toBe(1)
  })

  test('given two providers, then both can be connected to one account', async () => {
    const [one, two] = [await givenConnection(harness), await givenConnection(harness)]
    expect(one.id).not.toBe(two.id)
    expect(two.account_email).toBe(ANN)
  })
})

describe('when somebody comes back whom an application has sent', () => {
  test('given no session, then the person is asked first, and connected once', async () => {
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

  test('given that nobody says yes, then access is given back to Google', async () => {
    const { google, service, clock } = harness
    const provider = await givenProvider(harness)
    await harness.browser()('GET', await consented(google, await begun(harness.client(), provider), BOB))
    await service.tick()
    const before = google.requests.count('POST', /^\/revoke/)
    clock.advance(600_001)
    await service.tick()
    expect(google.requests.count('POST', /^\/revoke/)).toBe(before + 1)
    expect(await connectionOf(provider)).toBeUndefined()
  })
})

describe('when no Google client is configured', () => {
  test('given any wish to connect or sync, then it is said plainly', async () => {
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
