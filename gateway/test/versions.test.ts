import { NEWEST_API_VERSION } from '@usher/contracts'
import { csrfTokenOf } from '@usher/service-kit'
import { createFakeClock, FORMER_VERSION, FORMER_VERSION_END, VERSIONS } from '@usher/test-kit'
import { send } from './support/send.ts'
import { shareAll, startAll } from './support/start.ts'

const shared = shareAll(VERSIONS)

const OLD = FORMER_VERSION
const JSON_TYPE = { 'content-type': 'application/json' }
const GUIDE = 'http://usher.test/docs/guides/versions'
const PROVIDER = '/api/providers/pvd_1'

/** A service that answers with this. */
async function givenAnswer(body: unknown) {
  const all = await shared()
  const text = JSON.stringify(body)
  all.service.answerWith(({ res }) => {
    res.writeHead(200, { ...JSON_TYPE, 'content-length': Buffer.byteLength(text) }).end(text)
  })
  return all
}

/** A service that answers with a provider and its entity tag, or 304 to who has it. */
async function givenTagged() {
  const all = await shared()
  const text = '{"timezone":"UTC"}'
  all.service.answerWith(({ req, res }) => {
    const isKnown = req.headers['if-none-match'] === '"1.7"'
    if (isKnown) res.writeHead(304, { etag: '"1.7"' }).end()
    else res.writeHead(200, { ...JSON_TYPE, etag: '"1.7"', 'content-length': text.length }).end(text)
  })
  return all
}

/** Providers are closed to API keys. */
function asMember(all: Awaited<ReturnType<typeof shared>>, version?: string) {
  const cookie = `__Host-usher_session=${all.accounts.addSession({ early_access: true })}`
  return { cookie, ...(version !== undefined && { 'usher-version': version }) }
}

/** The headers of a member's write with a body. */
function writing(all: Awaited<ReturnType<typeof shared>>, version: string) {
  const token = all.accounts.addSession({ early_access: true })
  return {
    ...{ cookie: `__Host-usher_session=${token}`, 'x-csrf-token': csrfTokenOf(token) },
    ...{ ...JSON_TYPE, 'usher-version': version },
  }
}

describe('a request without a version', () => {
  test.each([
    ['has none', undefined, OLD],
    ['is pinned to the old one', OLD, OLD],
    ['is pinned to the newest', NEWEST_API_VERSION, NEWEST_API_VERSION],
    ['is pinned to one that accounts knows already', '2999-01-01', NEWEST_API_VERSION],
  ])('is answered in the version for a key that %s', async (_, api_version, served) => {
    const all = await shared()
    const key = all.accounts.addKey(api_version === undefined ? {} : { api_version })
    const answer = await send(`${all.url}/v1/queues`, { key })
    expect(answer.headers['usher-version']).toBe(served)
  })

  test('is served in the oldest supported version when it has no credential', async () => {
    const all = await shared()
    const answer = await send(`${all.url}/public/bookings/abc`)
    expect(answer.headers['usher-version']).toBe(OLD)
  })

  test('is served in the oldest supported version when it comes from a session', async () => {
    const all = await givenAnswer({ timezone: 'UTC' })
    const answer = await send(all.url + PROVIDER, { headers: asMember(all) })
    expect(answer.headers['usher-version']).toBe(OLD)
    expect(answer.text).toBe('{"time_zone":"UTC"}')
  })
})

describe('a request with a version', () => {
  test('is answered with Deprecation, Sunset and a link to the guide when the version is old', async () => {
    const all = await shared()
    const key = all.accounts.addKey({ api_version: NEWEST_API_VERSION })
    const { headers } = await send(`${all.url}/v1/queues`, { key, headers: { 'usher-version': OLD } })
    expect(headers).toMatchObject({
      'usher-version': OLD,
      deprecation: `@${Date.UTC(2026, 11, 1) / 1000}`,
      sunset: new Date(FORMER_VERSION_END).toUTCString(),
      link: `<${GUIDE}>; rel="deprecation"; type="text/html", <${GUIDE}>; rel="sunset"; type="text/html"`,
    })
  })

  test('is answered without Deprecation and Sunset when the version is the newest', async () => {
    const all = await shared()
    const key = all.accounts.addKey()
    const headers = { 'usher-version': NEWEST_API_VERSION }
    const answer = await send(`${all.url}/v1/queues`, { key, headers })
    expect(answer.headers['usher-version']).toBe(NEWEST_API_VERSION)
    expect(answer.headers).not.toHaveProperty('deprecation')
    expect(answer.headers).not.toHaveProperty('sunset')
  })

  test.each(['2026-01-02', '2026-12-01, 2026-01-01', 'latest', '""'])(
    'is refused with a link to the guide when the version is %s',
    async (version) => {
      const all = await shared()
      const key = all.accounts.addKey()
      const answer = await send(`${all.url}/v1/queues`, { key, headers: { 'usher-version': version } })
      expect(answer.status).toBe(400)
      expect(answer.json()).toMatchObject({
        code: 'unknown_version',
        detail: expect.stringContaining(GUIDE),
      })
      expect(answer.headers.link).toBe(`<${GUIDE}>; rel="help"; type="text/html"`)
      expect(all.service.received).toEqual([])
    },
  )

  test('is refused with 410 and the guide when the version has ended, also for a key pinned to it', async () => {
    const clock = createFakeClock()
    clock.advance(Date.parse(FORMER_VERSION_END) - Date.now())
    await using all = await startAll({}, clock, VERSIONS)
    const pinned = await send(`${all.url}/v1/queues`, { key: all.accounts.addKey({ api_version: OLD }) })
    const key = all.accounts.addKey({ api_version: NEWEST_API_VERSION })
    const asked = await send(`${all.url}/v1/queues`, { key, headers: { 'usher-version': OLD } })
    for (const answer of [pinned, asked]) {
      expect(answer.status).toBe(410)
      expect(answer.json()).toMatchObject({
        code: 'version_ended',
        detail: expect.stringContaining(GUIDE),
      })
    }
    expect((await send(`${all.url}/v1/queues`, { key })).status).toBe(204)
    const open = await send(`${all.url}/public/bookings/abc`)
    expect(open.headers['usher-version']).toBe(NEWEST_API_VERSION)
  })
})

describe("an operation that has changed since the client's version", () => {
  test('answers in the form of that version with the matching content length', async () => {
    const all = await givenAnswer({ id: 'pvd_1', timezone: 'UTC', name: 'ä' })
    const answer = await send(all.url + PROVIDER, { headers: asMember(all, OLD) })
    expect(answer.text).toBe('{"id":"pvd_1","name":"ä","time_zone":"UTC"}')
    expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(answer.text)))
  })

  test('answers HEAD without a content length', async () => {
    const all = await givenAnswer({ timezone: 'UTC' })
    const answer = await send(all.url + PROVIDER, { method: 'HEAD', headers: asMember(all, OLD) })
    expect(answer.status).toBe(200)
    expect(answer.headers).not.toHaveProperty('content-length')
    expect(answer.headers['usher-version']).toBe(OLD)
  })

  test('asks the service for an uncompressed answer although the client accepts gzip', async () => {
    const all = await givenAnswer({ data: [] })
    const compressed = { 'accept-encoding': 'gzip' }
    await send(`${all.url}/api/providers`, { headers: { ...asMember(all, OLD), ...compressed } })
    await send(`${all.url}/api/providers`, {
      headers: { ...asMember(all, NEWEST_API_VERSION), ...compressed },
    })
    const codings = all.service.received.map(({ headers }) => headers['accept-encoding'])
    expect(codings).toEqual([undefined, 'gzip'])
  })

  test('answers 503 when the service breaks off its answer', async () => {
    const all = await shared()
    all.service.answerWith(({ res }) => {
      res.writeHead(200, { ...JSON_TYPE, 'content-length': 100 })
      res.write('{"id"', () => res.destroy())
    })
    const headers = asMember(all, OLD)
    const answer = await send(all.url + PROVIDER, { headers })
    expect(answer.status).toBe(503)
  })

  test('forwards a malformed JSON body unchanged', async () => {
    const all = await shared()
    await send(`${all.url}/api/providers`, { method: 'POST', headers: writing(all, OLD), body: '{"name"' })
    expect(all.service.received[0]?.body).toBe('{"name"')
  })

  test.each(['application/json', 'Application/JSON; charset=UTF-8'])(
    'converts a body that is sent as %s, and its problem',
    async (type) => {
      const all = await shared()
      const problem = JSON.stringify({ errors: [{ pointer: '/timezone' }] })
      all.service.answerWith(({ res }) => {
        res.writeHead(400, { 'content-type': 'application/problem+json', 'content-length': problem.length })
        res.end(problem)
      })
      const headers = { ...writing(all, OLD), 'content-type': type }
      const body = '{"name":"Ada","time_zone":"Mars"}'
      const answer = await send(`${all.url}/api/providers`, { method: 'POST', headers, body })
      expect(all.service.received[0]?.body).toBe('{"name":"Ada","timezone":"Mars"}')
      expect(answer.json()).toMatchObject({ errors: [{ pointer: '/time_zone' }] })
    },
  )

  test('refuses a body that the version does not allow', async () => {
    const all = await shared()
    const body = '{"name":"Ada","time_zone":"UTC","timezone":"UTC"}'
    const answer = await send(`${all.url}/api/providers`, {
      method: 'POST',
      headers: writing(all, OLD),
      body,
    })
    expect(answer.json()).toMatchObject({ status: 400, errors: [{ pointer: '/timezone' }] })
    expect(all.service.received).toEqual([])
  })

  test('converts the query', async () => {
    const all = await givenAnswer({})
    await send(`${all.url}/api/availability?time_zone=UTC`, { headers: asMember(all, OLD) })
    expect(all.service.received[0]?.url).toBe('/api/availability?timezone=UTC')
  })
})

describe('the version of a request', () => {
  test.each([OLD, NEWEST_API_VERSION])('is named to the service when it is %s', async (version) => {
    const all = await shared()
    const key = all.accounts.addKey({ api_version: version })
    await send(`${all.url}/v1/queues`, { key })
    expect(all.service.received[0]?.headers['usher-version']).toBe(version)
  })
})

describe('an entity tag of a resource that has another body in an old version', () => {
  const read = async (version: string, more: Record<string, string> = {}) => {
    const all = await givenTagged()
    return await send(all.url + PROVIDER, { headers: { ...asMember(all, version), ...more } })
  }

  test('differs between two versions and matches only in its own version', async () => {
    const old = await read(OLD)
    const newest = await read(NEWEST_API_VERSION)
    expect([old.headers.etag, newest.headers.etag]).toEqual([`"1.7;${OLD}"`, '"1.7"'])
    const statuses = async (version: string) => [
      (await read(version, { 'if-none-match': `"1.7;${OLD}"` })).status,
      (await read(version, { 'if-none-match': '"1.7"' })).status,
      (await read(version, { 'if-none-match': `W/"0", "1.7;${OLD}"` })).status,
    ]
    expect(await statuses(OLD)).toEqual([304, 200, 304])
    expect(await statuses(NEWEST_API_VERSION)).toEqual([200, 304, 200])
    const again = await read(OLD, { 'if-none-match': `"1.7;${OLD}"` })
    expect(again.headers.etag).toBe(`"1.7;${OLD}"`)
  })

  test("is translated to the service's own tag in If-Match", async () => {
    const all = await givenTagged()
    const headers = { ...asMember(all, OLD), 'if-match': `"1.7;${OLD}", "1.8"` }
    await send(all.url + PROVIDER, { headers })
    expect(all.service.received[0]?.headers['if-match']).toBe('"1.7", "1.8"')
  })
})

describe('an old version and a former path in one request', () => {
  test('answers with the earlier dates and links to both the successor and the guide', async () => {
    const all = await shared()
    const token = all.accounts.addSession({ early_access: true })
    const { headers } = await send(`${all.url}/api/bookings/holds/hld_1`, {
      method: 'DELETE',
      headers: {
        cookie: `__Host-usher_session=${token}`,
        'usher-version': OLD,
        'x-csrf-token': csrfTokenOf(token),
      },
    })
    expect([headers.deprecation, headers.sunset]).toEqual(['@1795651200', 'Wed, 01 Dec 2027 00:00:00 GMT'])
    expect(headers.link).toBe(
      `</api/booking-holds/hld_1>; rel="successor-version", <${GUIDE}>; rel="deprecation"; type="text/html", <${GUIDE}>; rel="sunset"; type="text/html"`,
    )
  })
})

describe('the OpenAPI document', () => {
  test('describes the requested version, and the newest one by default', async () => {
    const all = await shared()
    const read = (query: string) =>
      send(`${all.url}/openapi.json${query}`, { headers: { 'accept-encoding': 'identity' } })
    const propertiesIn = async (query: string) => {
      const { properties } = (await read(query)).json().components.schemas.Provider
      return Object.keys(properties).filter((name) => /^time_?zone$/.test(name))
    }
    expect(await propertiesIn('')).toEqual(['timezone'])
    expect(await propertiesIn(`?version=${OLD}`)).toEqual(['time_zone'])
    expect(await propertiesIn(`?version=${NEWEST_API_VERSION}`)).toEqual(['timezone'])
    expect((await read('?version=2020-01-01')).status).toBe(400)
  })
})
