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

describe('given a request without a version', () => {
  test.each([
    ['has none, from before there were versions', undefined, OLD],
    ['is pinned to the old one', OLD, OLD],
    ['is pinned to the newest', NEWEST_API_VERSION, NEWEST_API_VERSION],
    ['is pinned to one that accounts knows already', '2999-01-01', NEWEST_API_VERSION],
  ])('when its key %s, then the answer says which it got', async (_, api_version, served) => {
    const all = await shared()
    const key = all.accounts.addKey(api_version === undefined ? {} : { api_version })
    const answer = await send(`${all.url}/v1/queues`, { key })
    expect(answer.headers['usher-version']).toBe(served)
  })

  test('when it has no credential, then it is served in the oldest that stands', async () => {
    const all = await shared()
    const answer = await send(`${all.url}/public/bookings/abc`)
    expect(answer.headers['usher-version']).toBe(OLD)
  })

  test('when a page of before there were versions sends it, then it is served in the oldest that stands', async () => {
    const all = await givenAnswer({ timezone: 'UTC' })
    const answer = await send(all.url + BOOKING, { headers: asMember(all) })
    expect(answer.headers['usher-version']).toBe(OLD)
    expect(answer.text).toBe('{"timezone":"UTC","time_zone":"UTC"}')
  })
})

describe('given a request with a version', () => {
  test('when it is an old one, then the answer says since when it is deprecated, when it ends, and where to read', async () => {
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

  test('when it is the newest, then nothing says that it ends', async () => {
    const all = await shared()
    const key = all.accounts.addKey()
    const headers = { 'usher-version': NEWEST_API_VERSION }
    const answer = await send(`${all.url}/v1/queues`, { key, headers })
    expect(answer.headers['usher-version']).toBe(NEWEST_API_VERSION)
    expect(answer.headers).not.toHaveProperty('deprecation')
    expect(answer.headers).not.toHaveProperty('sunset')
  })

  test.each(['2026-11-02', '2026-12-01, 2026-11-01', 'latest', '""'])(
    'when it is %s, which nobody knows, then it is refused with the way to the guide, and no service hears of it',
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

  test('when it has ended, then 410 names the guide, also for a key that is pinned to it', async () => {
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

describe('given an operation that has changed since the version of a client', () => {
  test('when it answers, then in the form of that version, with its length', async () => {
    const all = await givenAnswer({ id: 'bk_1', timezone: 'UTC', notes: 'ä' })
    const answer = await send(all.url + BOOKING, { headers: asMember(all, OLD) })
    expect(answer.text).toBe('{"id":"bk_1","timezone":"UTC","time_zone":"UTC","notes":"ä"}')
    expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(answer.text)))
  })

  test('when only the head is asked for, then there is no length, which would be another', async () => {
    const all = await givenAnswer({ timezone: 'UTC' })
    const answer = await send(all.url + BOOKING, { method: 'HEAD', headers: asMember(all, OLD) })
    expect(answer.status).toBe(200)
    expect(answer.headers).not.toHaveProperty('content-length')
    expect(answer.headers['usher-version']).toBe(OLD)
  })

  test('when the client accepts compressed answers, then the service is not told, as the gateway has to read them', async () => {
    const all = await givenAnswer({ data: [] })
    const compressed = { 'accept-encoding': 'gzip' }
    await send(`${all.url}/api/providers`, { headers: { ...asMember(all, OLD), ...compressed } })
    await send(`${all.url}/api/providers`, {
      headers: { ...asMember(all, NEWEST_API_VERSION), ...compressed },
    })
    const codings = all.service.received.map(({ headers }) => headers['accept-encoding'])
    expect(codings).toEqual([undefined, 'gzip'])
  })

  test('when the service ends in the middle of its answer, then the client gets a problem, not half an answer', async () => {
    const all = await shared()
    all.service.answerWith(({ res }) => {
      res.writeHead(200, { ...JSON_TYPE, 'content-length': 100 })
      res.write('{"id"', () => res.destroy())
    })
    const headers = asMember(all, OLD)
    const answer = await send(all.url + BOOKING, { headers })
    expect(answer.status).toBe(503)
  })

  test('when something else than JSON is sent as JSON, then the service refuses it as always', async () => {
    const all = await shared()
    const key = all.accounts.addKey()
    await send(`${all.url}/v1/webhook-endpoints`, { method: 'POST', key, headers: JSON_TYPE, body: '{"url"' })
    expect(all.service.received[0]?.body).toBe('{"url"')
  })

  test.each(['application/json', 'Application/JSON; charset=UTF-8'])(
    'when it registers an endpoint as %s, then for the webhooks that it knows',
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

describe('given a resource with an entity tag, which has another body in an old version', () => {
  const read = async (version: string, more: Record<string, string> = {}) => {
    const all = await givenTagged()
    return await send(all.url + BOOKING, { headers: { ...asMember(all, version), ...more } })
  }

  test('when it is read in two versions, then with two tags, of which each is good in its own version alone', async () => {
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

  test('when it is written with the tag of an old version, then its service knows the tag', async () => {
    const all = await givenTagged()
    const headers = { ...asMember(all, OLD), 'if-match': `"1.7;${OLD}", "1.8"` }
    await send(all.url + BOOKING, { headers })
    expect(all.service.received[0]?.headers['if-match']).toBe('"1.7", "1.8"')
  })
})

describe('given an old version and a former path', () => {
  test('when both are used, then one header each tells the earlier time, and the link tells of both', async () => {
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

describe('given the OpenAPI document', () => {
  test('when it is asked for in a version, then it describes that one; without one the newest', async () => {
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
