import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BookingPlatformConfig, bookingPlatformService } from '@usher/booking-platform'
import type { Booking, Provider, ServiceType } from '@usher/contracts'
import { startLocalGoogle } from '@usher/local-google'
import { CALLER_HEADER, inTransaction, newId, signCaller } from '@usher/service-kit'
import { MINUTE_MS } from '@usher/service-kit/durations'
import {
  type Answer,
  type Client,
  collectEvents,
  createCallers,
  createFakeClock,
  createInfrastructure,
  dayAhead,
  readAll,
  serviceClient,
  until,
} from '@usher/test-kit'
import { connect } from '../src/connecting/connect.ts'
import type { ConnectionRecord } from '../src/connections/connection.ts'
import {
  type CalendarSyncConfig,
  type CalendarSyncService,
  calendarSyncService,
  type Replaceable,
} from '../src/service.ts'
import type { CalendarRecord } from '../src/sync/records/calendar-record.ts'
import type { LinkRecord } from '../src/sync/records/link-record.ts'
import { ANN, googleConfigOf } from './harness.ts'

export { ANN }

const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const ALWAYS = WEEK.map((day) => ({ day, start: '00:00', end: '00:00' }))

/** Stands where the gateway is: hands Google's messages to a service, as the gateway's. */
async function startDoor(privateKey: Parameters<typeof signCaller>[1]) {
  const to = { url: '' }
  const server = createServer(async ({ url, headers: sent }, response) => {
    const goog = Object.entries(sent).filter(([name]) => name.startsWith('x-goog-'))
    const headers = { ...Object.fromEntries(goog), [CALLER_HEADER]: signCaller(null, privateKey) }
    const init = { method: 'POST', headers: headers as Record<string, string> }
    const answer = await fetch(`${to.url}${url}`, init).catch(() => undefined)
    response.writeHead(answer?.status ?? 503).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { to, url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: stop }
}

/** What a call was answered. @throws Error where it was refused */
export async function accepted<T>(answer: Promise<Answer>): Promise<T> {
  const { status, body } = await answer
  if (status >= 400) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return body
}

export const aProvider = async (api: Client): Promise<string> => {
  const body = { name: 'Grace', weekly_hours: ALWAYS }
  return (await accepted<Provider>(api('POST', '/api/providers', { body }))).id
}

export const aServiceType = (api: Client, provider_ids: readonly string[], given: object = {}) =>
  accepted<ServiceType>(
    api('POST', '/api/service-types', {
      body: { name: 'Haircut', duration_minutes: 30, slot_step_minutes: 30, provider_ids, ...given },
    }),
  )

/**
 * Both services on databases and a broker of their own, a Google, and one clock for all.
 *
 * @param apiUrl another stand-in for the Calendar API
 */
export async function startTwoWay(given: Replaceable = {}, apiUrl?: string) {
  const stack = new AsyncDisposableStack()
  const infrastructure = stack.use(await createInfrastructure())
  const events = stack.use(await collectEvents(infrastructure.rabbitUrl))
  const callers = createCallers()
  const clock = createFakeClock()
  const google = stack.use(await startLocalGoogle({ clock }))
  google.createAccount(ANN, { timeZone: 'Europe/Berlin' })
  const door = stack.use(await startDoor(callers.privateKey))
  google.addRedirectUri(`${door.url}/api/google-calendar/callback`)
  const common = {
    ...{ logLevel: process.env.TEST_LOG_LEVEL ?? 'silent', host: '127.0.0.1', port: 0 },
    ...{ rabbitUrl: infrastructure.rabbitUrl, callerPublicKey: callers.publicKey },
    secretKeys: [{ id: 'test', key: randomBytes(32) }],
    publicUrl: door.url,
  }
  const bookingConfig: BookingPlatformConfig = {
    ...common,
    codeKeys: common.secretKeys,
    mongoUrl: infrastructure.mongoUrl('booking'),
  }
  const booking = stack.use(await bookingPlatformService.start(bookingConfig, clock))
  const mongoUrl = infrastructure.mongoUrl('calendar')
  const config: CalendarSyncConfig = {
    ...common,
    mongoUrl,
    pollMs: 10 * MINUTE_MS,
    google: { ...googleConfigOf(google), ...(apiUrl && { apiUrl }) },
  }
  const start = async (parts: Replaceable = {}) => {
    const all = { ...config, pause: async () => {}, ...given, ...parts }
    const service = await calendarSyncService.start(all, clock)
    door.to.url = service.url
    return service
  }
  const running = { service: await start() }
  stack.defer(() => running.service[Symbol.asyncDispose]())
  const caller = callers.caller()
  // Signed anew for each call: what the gateway signs holds for seconds.
  const clientOf =
    (url: () => string): Client =>
    (method, path, options) =>
      serviceClient(url(), () => callers.sign(caller))(method, path, options)
  const api = clientOf(() => booking.url)
  const type = await aServiceType(api, [await aProvider(api)])
  return {
    ...{ infrastructure, callers, events, clock, google, start, running, api, type, config },
    organizationId: caller.organization_id,
    providerId: type.provider_ids[0] ?? '',
    get service(): CalendarSyncService {
      return running.service
    },
    calendarApi: clientOf(() => running.service.url),
    stop: () => running.service[Symbol.asyncDispose](),
    async begin(parts: Replaceable = {}) {
      running.service = await start(parts)
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

export type TwoWay = Awaited<ReturnType<typeof startTwoWay>>

/** Connects a provider to an account, by Google's consent page. */
export async function linked(
  all: TwoWay,
  providerId = all.providerId,
  email = ANN,
): Promise<ConnectionRecord> {
  const { context: ctx } = all.service
  await until('the provider', async () => (await ctx.providers.find(all.organizationId, providerId)) !== null)
  const { oauth } = ctx
  if (!oauth) throw new Error('no Google is configured')
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const back = await all.google.consent(oauth.authorizationUrl('state', challenge), { email })
  const grant = await oauth.exchange(back.searchParams.get('code') ?? '', verifier)
  const consent = {
    ...{ organizationId: all.organizationId, providerId, actor: newId('member') },
    account: { subject: email, email },
    primaryCalendarId: email,
    tokens: { access: grant.accessToken, refresh: grant.refreshToken ?? '' },
    accessExpiresAt: grant.expiresAt,
  }
  const connected = await inTransaction(ctx.connection, (session) => connect(ctx, consent, session))
  if (!('record' in connected)) throw new Error(connected.outcome)
  await all.service.jobs.sync.drain()
  return connected.record
}

/** A time of day, some days ahead, in UTC. */
export const at = (time: string, days = 2): string => `${dayAhead(days)}T${time}:00.000Z`

export const booked = (all: TwoWay, start: string, given: object = {}): Promise<Booking> => {
  const usual = { service_type_id: all.type.id, provider_id: all.providerId, customer: { name: 'Ada' } }
  return accepted(all.api('POST', '/api/bookings', { body: { ...usual, start, ...given } }))
}

export const bookingOf = async (all: TwoWay, { id }: Pick<Booking, 'id'>): Promise<Booking> =>
  accepted(all.api('GET', `/api/bookings/${id}`))

/** The events of a booking in a calendar, those that are not deleted. */
export const eventsOf = (all: TwoWay, { id }: Pick<Booking, 'id'>, calendar = ANN) =>
  all.google.events(calendar).all.filter(({ fields }) => bookingIdOf(fields) === id)

const bookingIdOf = (fields: Readonly<Record<string, unknown>>): string | undefined =>
  (fields.extendedProperties as { private?: { bk?: string } } | undefined)?.private?.bk

/** Where the event of a booking is; null: it has none. Two are a failure. */
export function whereIs(all: TwoWay, booking: Pick<Booking, 'id'>, calendar = ANN) {
  const events = eventsOf(all, booking, calendar)
  if (events.length > 1) throw new Error(`${events.length} events of one booking`)
  const [event] = events
  const iso = (time: unknown) => new Date(String((time as { dateTime?: string }).dateTime)).toISOString()
  return event ? { start: iso(event.start), end: iso(event.end) } : null
}

export const idOfEvent = (all: TwoWay, booking: Pick<Booking, 'id'>): string =>
  eventsOf(all, booking)[0]?.id ?? ''

interface Patience {
  /** Calendars that wait for another try after a failure are left alone, where a test has Google fail. */
  readonly mayFail?: boolean
}

/** Reads every calendar and does all there is to do, as the next poll would. */
export async function cycle(all: TwoWay, patience?: Patience): Promise<void> {
  const { context: ctx } = all.service
  const now = ctx.clock.now()
  await ctx.connection
    .collection<CalendarRecord>('calendars')
    .updateMany({}, { $set: { pull_at: now, not_before: now } })
  await quiet(all, patience)
}

/** Waits until everything that was told has been heard, and nothing is left to do at the moment. */
export async function quiet(all: TwoWay, { mayFail = false }: Patience = {}): Promise<void> {
  await until('quiet', async () => {
    await all.service.jobs.sync.drain()
    return await isQuiet(all, mayFail)
  })
}

/** Versions of bookings. Times are not enough: a booking moved and moved back looks unchanged before its events arrive. */
async function versionsOf({ infrastructure, service }: TwoWay, ids: string[]): Promise<Map<string, number>> {
  const { pathname } = new URL(infrastructure.mongoUrl('booking'))
  const { connection } = service.context
  const found = connection
    .getClient()
    .db(pathname.slice(1))
    .collection<{ _id: string; version: number }>('bookings')
    .find({ _id: { $in: ids } })
  return new Map((await found.toArray()).map(({ _id, version }) => [_id, version]))
}

async function isQuiet(all: TwoWay, mayFail: boolean): Promise<boolean> {
  const { context: ctx } = all.service
  const bookings: Booking[] = await readAll(all.api, '/api/bookings?limit=100')
  const ids = bookings.map(({ id }) => id)
  const versions = await versionsOf(all, ids)
  const known = await ctx.bookings.find(all.organizationId, ids)
  const isHeard = bookings.every(({ id, status, customer }) => {
    const facts = known.get(id)
    const isNamed = status === 'cancelled' || facts?.title.endsWith(customer.name)
    return isNamed && facts?.revision === versions.get(id)
  })
  // Each is judged as it was at one moment: a query over several indexes can miss one that is claimed while it runs.
  // Before the links: a reading that ends in between makes some due.
  const calendars = await ctx.connection.collection<CalendarRecord>('calendars').find().toArray()
  const links = await ctx.connection.collection<LinkRecord>('links').find().toArray()
  // Last: what became due while all of it was read is due as well.
  const now = ctx.clock.now()
  const isDue = (at: Date | null) => at !== null && at <= now
  const isWaiting = calendars.some(({ pull_at, push_at, claim, not_before, failures }) => {
    const isOpen = claim !== null || isDue(pull_at) || isDue(push_at)
    return (isOpen && not_before <= now) || (failures > 0 && !mayFail)
  })
  const resting = calendars.filter(({ not_before }) => mayFail && not_before > now).map(({ _id }) => _id)
  const isOpen = links.some(
    ({ calendar, change, due_at }) => change !== null || (isDue(due_at) && !resting.includes(calendar)),
  )
  return isHeard && !isWaiting && !isOpen
}
