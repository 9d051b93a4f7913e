import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { MINUTE_MS } from '@usher/service-kit/durations'
import { until } from '@usher/test-kit'
import type { ConnectionRecord } from '../src/connections/connection.ts'
import type { CalendarSyncService } from '../src/service.ts'
import type { CalendarRecord } from '../src/sync/records/calendar-record.ts'
import { ANN, at, booked, cycle, linked, quiet, startTwoWay, type TwoWay, whereIs } from './two-way.ts'

/** Long beside what a busy machine is late, short enough to see it renewed. */
const CLAIM_MS = 3_000

let all: TwoWay
let connection: ConnectionRecord
let replicas: CalendarSyncService[]
const stack = new AsyncDisposableStack()
beforeAll(async () => {
  all = stack.use(await startTwoWay({ claimMs: CLAIM_MS }))
  connection = await linked(all)
  const second = all.google.createCalendar(ANN, { summary: 'Private' })
  const body = { busy_calendar_ids: [ANN, second] }
  await all.calendarApi('PATCH', `/api/google-calendar/connections/${connection._id}`, { body })
  await quiet(all, { mayFail: true })
})
afterAll(() => stack.disposeAsync())
afterEach(() => all.google.faults.clear())

const user = () => all.google.events(ANN)
const busyAt = (time: string, days: number) => ({
  start: { dateTime: at(time, days) },
  end: { dateTime: at(time.replace(':00', ':30'), days) },
})
const drainAll = () => Promise.all(replicas.map((replica) => replica.jobs.sync.drain()))
const calendarNow = async () =>
  await all.service.context.connection.collection<CalendarRecord>('calendars').findOne({ calendar_id: ANN })
const lists = () =>
  all.google.requests.requests.filter(
    ({ method, path }) => method === 'GET' && path.endsWith(`${encodeURIComponent(ANN)}/events`),
  )
const wantPull = () => all.service.context.calendars.wantPull({ calendar_id: ANN }, all.clock.now())

/** Requests about one calendar that began before another about it was over. */
function overlapping(): string[] {
  const ended = new Map<string, number>()
  return all.google.requests.requests.flatMap(({ method, path, startedMs, endedMs = startedMs }) => {
    const calendar = /\/calendars\/([^/]+)\/events/.exec(path)?.[1]
    if (!calendar) return []
    const before = ended.get(calendar) ?? 0
    ended.set(calendar, Math.max(before, endedMs))
    return startedMs < before ? [`${method} ${path}`] : []
  })
}

// First: a process has a clock of its own, which the other tests' is ahead of.
describe('a replica killed while reading a calendar', () => {
  test('has its work done by another replica once its claim expires', async () => {
    // Takes up no calendar itself.
    await all.stop()
    await all.begin({ calendarsAtOnce: 0 })
    all.google.requests.clear()
    all.google.faults.add({ kind: 'held', method: 'GET', path: /\/events$/, until: new Promise(() => {}) })
    await using dying = await startProcess(all)
    user().insert(busyAt('18:00', 8))
    await wantPull()
    await until('the page to be asked for', () => lists().length > 0)
    await dying.kill()
    const left = await calendarNow()
    expect(left?.claim).toEqual(expect.any(String))
    await all.stop()
    await all.begin()
    await all.service.jobs.sync.drain()
    expect(lists()).toHaveLength(1)
    // The process had the usual minute.
    all.clock.advance(MINUTE_MS + 1)
    await all.service.jobs.sync.drain()
    const free = async () => {
      const range = `from=${at('18:00', 8)}&to=${at('18:30', 8)}`
      return (await all.api('GET', `/api/availability?service_type_id=${all.type.id}&${range}`)).body.data
    }
    await until('the calendar to be read', async () => (await free()).length === 0)
    await quiet(all, { mayFail: true })
    expect((await calendarNow())?.claim).toBeNull()
  })
})

describe('three calendar sync replicas on one database', () => {
  beforeAll(async () => {
    replicas = [all.service, stack.use(await all.start()), stack.use(await all.start())]
  })

  test('refresh each expired access token once', async () => {
    const ask = ({ context }: CalendarSyncService) =>
      context.googleOf(connection).call((api) => api.calendarList.list())
    for (const _ of [1, 2, 3]) {
      all.clock.advance(61 * MINUTE_MS)
      all.google.requests.clear()
      await Promise.all([
        ...replicas.map(ask),
        ...replicas.map(ask),
        cycle(all, { mayFail: true }),
        drainAll(),
      ])
      expect(all.google.requests.count('POST', /^\/token/)).toBe(1)
    }
  })

  test('work on a calendar one at a time while both sides change', async () => {
    all.google.requests.clear()
    const bookings = []
    for (const hour of ['08:00', '10:00', '12:00', '14:00']) {
      user().insert(busyAt(hour.replace('0:', '1:'), 5))
      const [booking] = await Promise.all([booked(all, at(hour, 6)), wantPull(), drainAll()])
      bookings.push(booking)
      await drainAll()
    }
    await quiet(all, { mayFail: true })
    for (const booking of bookings) expect(whereIs(all, booking)).toMatchObject({ start: booking.start })
    expect(lists().length).toBeGreaterThan(3)
    expect(overlapping()).toEqual([])
  })

  test('renew the claim of a slow page, and no other replica starts on its calendar', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const path = /\/events$/
    all.google.requests.clear()
    all.google.faults.add({ kind: 'held', method: 'GET', path, until: promise })
    user().insert(busyAt('16:00', 7))
    await wantPull()
    const drained = drainAll()
    await until('the page to be asked for', () => lists().length > 0)
    const claim = (await calendarNow())?.claim
    for (const _ of [1, 2, 3]) {
      all.clock.advance(CLAIM_MS / 2)
      await until('the claim to be renewed', async () => {
        const until = (await calendarNow())?.claimed_until.getTime() ?? 0
        return until > all.clock.now().getTime() + CLAIM_MS / 2
      })
    }
    expect(await calendarNow()).toMatchObject({ claim })
    expect(lists()).toHaveLength(1)
    resolve()
    await drained
    await quiet(all, { mayFail: true })
    expect(overlapping()).toEqual([])
  })
})

/** A replica that is a process of its own, as in production. */
async function startProcess({ config, callers }: TwoWay) {
  const { google } = config
  const pem = callers.publicKey.export({ type: 'spki', format: 'pem' })
  const env = {
    ...{ PATH: process.env.PATH, LOG_LEVEL: 'silent', HOST: '127.0.0.1', PORT: '0' },
    ...{ MONGODB_URL: config.mongoUrl, RABBITMQ_URL: config.rabbitUrl, PUBLIC_URL: config.publicUrl },
    CALLER_PUBLIC_KEY: Buffer.from(pem).toString('base64'),
    SECRET_KEYS: config.secretKeys.map(({ id, key }) => `${id}:${key.toString('base64')}`).join(),
    ...{ GOOGLE_CLIENT_ID: google?.clientId, GOOGLE_CLIENT_SECRET: google?.clientSecret },
    ...{ GOOGLE_API_URL: google?.apiUrl, GOOGLE_AUTH_URL: google?.authUrl },
    ...{ GOOGLE_TOKEN_URL: google?.tokenUrl, GOOGLE_REVOKE_URL: google?.revokeUrl },
  }
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
  const child = spawn(process.execPath, [main], { env, stdio: 'inherit' })
  const ended = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  return { kill, [Symbol.asyncDispose]: kill }
}
