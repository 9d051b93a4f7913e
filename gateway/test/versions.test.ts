import { NEWEST_API_VERSION } from '@usher/contracts'
import { csrfTokenOf } from '@usher/service-kit'
import { createFakeClock } from '@usher/test-kit'
import { send } from './support/send.ts'
import { shareAll, startAll } from './support/start.ts'

const shared = shareAll()

const OLD = '2026-11-01'
const JSON_TYPE = { 'content-type': 'application/json' }
const GUIDE = 'http://usher.test/docs/guides/versions'
const BOOKING = '/api/bookings/bk_1'

/** A service that answers with this. */
async function givenAnswer(body: unknown) {
  const all = await shared()
  const text = JSON.stringify(body)
  all.service.answerWith(({ res }) => {
    res.writeHead(200, { ...JSON_TYPE, 'content-length': Buffer.byteLength(text) }).end(text)
  })
  return all
}

/** A service that answers with a booking and its entity tag, or 304 to who has it. */
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

/** Bookings are closed to API keys. */
function asMember(all: Awaited<ReturnType<typeof shared>>, version?: string) {
  const cookie = `__Host-usher_session=${all.accounts.addSession({ early_access: true })}`
  return { cookie, ...(version !== undefined && { 'usher-version': version }) }
}

describe('a request without a version', () => {
  test.each([
    ['has none, from before there were versions', undefined, OLD],
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
    const answer = await send(all.url + BOOKING, { headers: asMember(all) })
    expect(answer.headers['usher-version']).toBe(OLD)
    expect(answer.text).toBe('{"timezone":"UTC","time_zone":"UTC"}')
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
      sunset: 'Thu, 01 Jun 2028 00:00:00 GMT',
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

  test.each(['2026-11-02', '2026-12-01, 2026-11-01', 'latest', '""'])(
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
    clock.advance(Date.parse('2028-06-01T00:00:00Z') - Date.now())
    await using all = await startAll({}, clock)
    const pinned = await send(`${all.url}/v1/queues`, { key: all.accounts.addKey() })
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
    const all = await givenAnswer({ id: 'bk_1', timezone: 'UTC', notes: 'ä' })
    const answer = await send(all.url + BOOKING, { headers: asMember(all, OLD) })
    expect(answer.text).toBe('{"id":"bk_1","timezone":"UTC","time_zone":"UTC","notes":"ä"}')
    expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(answer.text)))
  })

  test('answers HEAD without a content length', async () => {
    const all = await givenAnswer({ timezone: 'UTC' })
    const answer = await send(all.url + BOOKING, { method: 'HEAD', headers: asMember(all, OLD) })
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
    const answer = await send(all.url + BOOKING, { headers })
    expect(answer.status).toBe(503)
  })

  test('forwards a malformed JSON body unchanged', async () => {
    const all = await shared()
    const key = all.accounts.addKey()
    await send(`${all.url}/v1/webhook-endpoints`, { method: 'POST', key, headers: JSON_TYPE, body: '{"url"' })
    expect(all.service.received[0]?.body).toBe('{"url"')
  })

  test.each(['application/json', 'Application/JSON; charset=UTF-8'])(
    "adds the client's version to an endpoint registered as %s",
    async (type) => {
      const all = await shared()
      const old = {
        method: 'POST',
        key: all.accounts.addKey(),
        headers: { 'content-type': type },
        body: '{"url":"https://a.test"}',
      }
      await send(`${all.url}/v1/webhook-endpoints`, old)
      await send(`${all.url}/v1/webhook-endpoints`, {
        ...old,
        key: all.accounts.addKey({ api_version: NEWEST_API_VERSION }),
      })
      expect(all.service.received.map(({ body }) => body)).toEqual([
        `{"url":"https://a.test","api_version":"${OLD}"}`,
        '{"url":"https://a.test"}',
      ])
    },
  )
})

describe('an entity tag of a resource that has another body in an old version', () => {
  const read = async (version: string, more: Record<string, string> = {}) => {
    const all = await givenTagged()
    return await send(all.url + BOOKING, { headers: { ...asMember(all, version), ...more } })
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
    await send(all.url + BOOKING, { headers })
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
      const { properties } = (await read(query)).json().components.schemas.Booking
      return Object.keys(properties).filter((name) => name.startsWith('time'))
    }
    expect(await propertiesIn('')).toEqual(['timezone'])
    expect(await propertiesIn(`?version=${OLD}`)).toEqual(['timezone', 'time_zone'])
    expect(await propertiesIn(`?version=${NEWEST_API_VERSION}`)).toEqual(['timezone'])
    expect((await read('?version=2020-01-01')).status).toBe(400)
  })
})
