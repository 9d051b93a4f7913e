import type { Clock } from '@usher/service-kit'
import { createStandingClock, goldenEvents, manage, readEvents, until } from '@usher/test-kit'
import { freezeTime } from './support/frozen-time.ts'
import { send } from './support/send.ts'
import { startAll } from './support/start.ts'

const STREAM = '/v1/queues/q_1/events'
const OF_GUEST = '/public/guests/token/events'

/** A gateway in front of a service that streams, and how many streams that has open. */
async function startStreaming(clock?: Clock) {
  const all = await startAll({}, clock)
  const open = { count: 0 }
  let held = Promise.resolve()
  all.service.answerWith(async ({ res }) => {
    open.count += 1
    res.on('close', () => {
      open.count -= 1
    })
    await held
    res.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' })
    res.write('event: a\ndata: 1\n\n')
  })
  const follow = async (key?: string) => {
    const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {}
    const stream = await readEvents(all.url + (key ? STREAM : OF_GUEST), headers)
    await stream.count(1)
    return stream
  }
  const untilOpen = (count: number) => until(`${count} open streams`, () => open.count === count)
  /** Holds streams back before they begin; gives the way to let them. */
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    held = promise
    return resolve
  }
  const { rabbitManagementUrl, vhost } = all.infrastructure
  const publish = (routing_key: string, event: unknown) =>
    manage(rabbitManagementUrl, 'POST', `/api/exchanges/${vhost}/usher.events/publish`, {
      ...{ properties: {}, routing_key, payload: JSON.stringify(event), payload_encoding: 'string' },
    })
  return { ...all, follow, untilOpen, hold, publish, [Symbol.asyncDispose]: () => all[Symbol.asyncDispose]() }
}

describe('a stream through the gateway', () => {
  test('an event stream is not stored or buffered and counts as one request', async () => {
    await using all = await startStreaming()
    const stream = await all.follow(all.accounts.addKey({ plan: 'standard' }))
    expect(stream.headers.get('cache-control')).toBe('no-store')
    expect(stream.headers.get('x-accel-buffering')).toBe('no')
    expect(stream.headers.get('ratelimit')).toBe('"credential";r=599;t=60')
    stream.leave()
  })

  test('closes the stream to the service when the client disconnects', async () => {
    await using all = await startStreaming()
    const stream = await all.follow(all.accounts.addKey())
    await all.untilOpen(1)
    stream.leave()
    expect(await all.untilOpen(0)).toBe(true)
  })

  test('ends only the streams of a revoked key, at the client and at the service', async () => {
    await using all = await startStreaming()
    const golden = goldenEvents().find(({ type }) => type === 'api_key.revoked')
    const mine = await all.follow(all.accounts.addKey({ actor: golden?.subject ?? '' }))
    const others = [await all.follow(all.accounts.addKey()), await all.follow()]
    await all.publish('api_key.revoked', golden)
    await until('the end', () => mine.isOver, 30_000)
    await all.untilOpen(2)
    expect(others.map(({ isOver }) => isOver)).toEqual([false, false])
    for (const stream of others) stream.leave()
  })

  test('ends a stream whose key was revoked while the stream started', async () => {
    // By this clock, no credential is rechecked because of its age.
    await using all = await startStreaming(createStandingClock())
    const golden = goldenEvents().find(({ type }) => type === 'api_key.revoked')
    const key = all.accounts.addKey({ actor: golden?.subject ?? '' })
    const begin = all.hold()
    const following = all.follow(key)
    await all.untilOpen(1)
    all.accounts.removeKey(key)
    await all.publish('api_key.revoked', golden)
    await until('the key to be refused', async () => (await send(all.url + STREAM, { key })).status === 401)
    begin()
    const stream = await following
    expect(await until('the end', () => stream.isOver)).toBe(true)
  })

  test('ends the streams of a credential when it expires', async () => {
    await using all = await startStreaming()
    const expires_at = new Date(Date.now() + 300).toISOString()
    const stream = await all.follow(all.accounts.addKey({ expires_at }))
    expect(await until('the end', () => stream.isOver)).toBe(true)
    await all.untilOpen(0)
  })

  test('ends all streams cleanly when the gateway stops', async () => {
    await using all = await startStreaming()
    const streams = [await all.follow(all.accounts.addKey()), await all.follow()]
    await all.gateway[Symbol.asyncDispose]()
    await until('the end', () => streams.every(({ isOver }) => isOver))
    expect(streams.map(({ isCut }) => isCut)).toEqual([false, false])
  })
})

describe('guest endpoints', () => {
  test('allows an address 300 guest requests and a burst of 300, and does not limit keys by it', async () => {
    await using all = await startAll()
    freezeTime()
    const url = `${all.url}/public/guests/token`
    const first = await send(url)
    expect([first.status, first.headers['ratelimit-policy'], first.headers.ratelimit]).toEqual([
      204,
      '"guests";q=300;w=60',
      '"guests";r=299;t=60',
    ])
    for (let i = 1; i < 600; i += 1) expect((await send(url)).status).toBe(204)
    const refused = await send(`${url}/leave`, { method: 'POST' })
    expect([refused.status, refused.json().code]).toEqual([429, 'rate_limited'])
    expect((await send(`${all.url}/v1/queues`, { key: all.accounts.addKey() })).status).toBe(204)
  })
})

describe('the OAuth server', () => {
  test('allows an address 240 OAuth requests before it answers 429, and does not limit keys by it', async () => {
    await using all = await startAll()
    freezeTime()
    const url = `${all.url}/oauth/token`
    const ask = () => send(url, { method: 'POST', body: '{}' })
    const first = await ask()
    expect(first.headers['ratelimit-policy']).toBe('"oauth";q=120;w=60')
    for (let i = 1; i < 240; i += 1) expect((await ask()).status).not.toBe(429)
    const refused = await ask()
    expect([refused.status, refused.json().code]).toEqual([429, 'rate_limited'])
    expect((await send(`${all.url}/v1/queues`, { key: all.accounts.addKey() })).status).toBe(204)
  })
})

describe('callbacks from other servers', () => {
  test('limits callbacks by a separate limit and forwards the signature', async () => {
    await using all = await startAll()
    const answer = await send(`${all.url}/callbacks/messages/token/twilio-inbound`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': 'signed' },
      body: 'MessageSid=SM1&Body=%F0%9F%99%82',
    })
    expect([answer.status, answer.headers['ratelimit-policy']]).toEqual([204, '"callbacks";q=60000;w=60'])
    expect(all.service.received.at(-1)).toMatchObject({
      headers: { 'x-twilio-signature': 'signed' },
      body: 'MessageSid=SM1&Body=%F0%9F%99%82',
    })
  })
})

describe('a screen in the browser of a signed-in member', () => {
  test('opens without a session while accounts is down, although the calendar callback answers 503', async () => {
    await using all = await startAll()
    const token = all.accounts.addSession()
    const headers = { cookie: `__Host-usher_session=${token}; usher_session=${token}` }
    all.accounts.answerWith(({ res }) => res.writeHead(503).end('{}'))
    const screen = await send(`${all.url}/public/queues/x/display/events`, { headers })
    const callback = await send(`${all.url}/api/google-calendar/callback?state=x`, { headers })
    expect([screen.status, callback.status]).toEqual([204, 503])
  })
})
