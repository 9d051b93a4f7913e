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
  test('given an event stream, then it is neither stored nor held back, and counts as one request', async () => {
    await using all = await startStreaming()
    const stream = await all.follow(all.accounts.addKey({ plan: 'standard' }))
    expect(stream.headers.get('cache-control')).toBe('no-store')
    expect(stream.headers.get('x-accel-buffering')).toBe('no')
    expect(stream.headers.get('ratelimit')).toBe('"credential";r=599;t=60')
    stream.leave()
  })

  test('given a client that leaves, then the service is told', async () => {
    await using all = await startStreaming()
    const stream = await all.follow(all.accounts.addKey())
    await all.untilOpen(1)
    stream.leave()
    expect(await all.untilOpen(0)).toBe(true)
  })

  test('given a key that is revoked, then its streams end here and at the service; others go on', async () => {
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

  test('given a key that is revoked while its stream begins, then the stream ends at once', async () => {
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

  test('given a credential that expires, then its streams end with it', async () => {
    await using all = await startStreaming()
    const expires_at = new Date(Date.now() + 300).toISOString()
    const stream = await all.follow(all.accounts.addKey({ expires_at }))
    expect(await until('the end', () => stream.isOver)).toBe(true)
    await all.untilOpen(0)
  })

  test('given a gateway that stops, then its streams end as a whole, before a drain cuts them off', async () => {
    await using all = await startStreaming()
    const streams = [await all.follow(all.accounts.addKey()), await all.follow()]
    await all.gateway[Symbol.asyncDispose]()
    await until('the end', () => streams.every(({ isOver }) => isOver))
    expect(streams.map(({ isCut }) => isCut)).toEqual([false, false])
  })
})

describe('what is for guests', () => {
  test('given requests without a credential, then they are counted by address; 300, a burst of 300, then 429', async () => {
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
  test('given requests from one address, then 120, a burst of 120, then 429; who has a key goes on', async () => {
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

describe('what servers of others call', () => {
  test('given a callback, then it is counted by address, by a limit of its own, and its signature is passed on', async () => {
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

describe('a screen in the browser of somebody who is signed in', () => {
  test("given accounts away, then it is opened as anybody's; what needs to know who it is waits for accounts", async () => {
    await using all = await startAll()
    const token = all.accounts.addSession()
    const headers = { cookie: `__Host-usher_session=${token}; usher_session=${token}` }
    all.accounts.answerWith(({ res }) => res.writeHead(503).end('{}'))
    const screen = await send(`${all.url}/public/queues/x/display/events`, { headers })
    const callback = await send(`${all.url}/api/google-calendar/callback?state=x`, { headers })
    expect([screen.status, callback.status]).toEqual([204, 503])
  })
})
