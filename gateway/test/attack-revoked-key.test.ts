import { EVENT_STREAM } from '@usher/contracts'
import {
  createInfrastructure,
  createStandingClock,
  type EventReader,
  readEvents,
  until,
} from '@usher/test-kit'
import { KNOWN_MS } from '../src/credentials/caller-cache.ts'
import { UNCHECKED_MS } from '../src/streams/open-streams.ts'
import { openDoor } from './support/door.ts'
import { send } from './support/send.ts'
import { startAll } from './support/start.ts'

const GUEST = '/v1/guests/gst_1'
const STREAM = '/v1/queues/q_1/events'

/** A gateway whose connection to the broker stays open while nothing comes through: no event tells it anything. */
async function startDeaf() {
  const stack = new AsyncDisposableStack()
  const { rabbitUrl } = stack.use(await createInfrastructure())
  const door = stack.use(await openDoor(rabbitUrl, 5672))
  const broker = new URL(door.url)
  // Longer than the test takes: the connection is not noticed to be lost.
  broker.searchParams.set('heartbeat', '600')
  const clock = createStandingClock()
  const all = await startAll({ rabbitUrl: broker.href }, clock)
  // The gateway can end only where the broker answers.
  stack.defer(async () => {
    door.open()
    await all[Symbol.asyncDispose]()
  })
  all.service.answerWith(({ url, res }) => {
    if (url !== STREAM) return void res.writeHead(204).end()
    res.writeHead(200, { 'content-type': EVENT_STREAM })
    res.write('event: a\ndata: 1\n\n')
  })
  door.silence()
  return {
    ...{ accounts: all.accounts, clock },
    status: async (key: string) => (await send(all.url + GUEST, { key })).status,
    async follow(headers: Record<string, string>) {
      const stream = await readEvents(all.url + STREAM, headers)
      await stream.count(1)
      return stream
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Less than the minute of silence after which any stream ends here. */
const untilOver = (stream: EventReader) => until('the end of the stream', () => stream.isOver, 50_000)

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

let all: Awaited<ReturnType<typeof startDeaf>>
beforeAll(async () => {
  all = await startDeaf()
})
afterAll(() => all[Symbol.asyncDispose]())

/** A key that the gateway has just looked up, and a stream with it. */
async function givenFollower() {
  const key = all.accounts.addKey()
  const stream = await all.follow(bearer(key))
  return { key, stream }
}

describe('the attack: use of a stolen key while revocation events cannot reach the gateway', () => {
  test('refuses a removed key and ends its streams 30 s after the look-up, but not those of another key', async () => {
    const { key, stream } = await givenFollower()
    const other = await givenFollower()
    all.accounts.removeKey(key)
    all.clock.advance(KNOWN_MS - 5_000)
    expect(await all.status(key)).toBe(204)
    all.clock.advance(5_001)
    expect(await all.status(key)).toBe(401)
    expect(await untilOver(stream)).toBe(true)
    expect([other.stream.isOver, await all.status(other.key)]).toEqual([false, 204])
    other.stream.leave()
  })

  test('ends the streams of a removed key although other requests had refreshed its look-up', async () => {
    const { key, stream } = await givenFollower()
    all.clock.advance(KNOWN_MS + 1)
    expect(await all.status(key)).toBe(204)
    all.accounts.removeKey(key)
    all.clock.advance(KNOWN_MS + 1)
    expect(await untilOver(stream)).toBe(true)
  })

  test('ends the streams of a session that was ended', async () => {
    const token = all.accounts.addSession()
    const stream = await all.follow({ cookie: `__Host-usher_session=${token}; usher_session=${token}` })
    all.accounts.removeSession(token)
    all.clock.advance(KNOWN_MS + 1)
    expect(await untilOver(stream)).toBe(true)
  })

  test('ends the streams of a key whose scopes were reduced', async () => {
    const { key, stream } = await givenFollower()
    all.accounts.changeKey(key, { scopes: ['guests:read'] })
    all.clock.advance(KNOWN_MS + 1)
    expect(await untilOver(stream)).toBe(true)
  })

  test('ends streams 60 s later when the accounts service cannot confirm the key either', async () => {
    const { key, stream } = await givenFollower()
    all.accounts.answerWith(({ res }) => res.writeHead(503).end('{}'))
    all.clock.advance(KNOWN_MS + 1)
    expect(await all.status(key)).toBe(503)
    expect(stream.isOver).toBe(false)
    all.clock.advance(UNCHECKED_MS)
    expect(await untilOver(stream)).toBe(true)
  })
})
