import { randomBytes } from 'node:crypto'
import type { Booking, Caller, CloudEvent, Provider, ServiceType } from '@usher/contracts'
import { connectBroker, createLogger, createPublisher } from '@usher/service-kit'
import {
  type Answer,
  type Client,
  collectEvents,
  createCallers,
  createFakeClock,
  createInfrastructure,
  dayAhead,
  ofNewOrganization,
  serviceClient,
  startOnce,
} from '@usher/test-kit'
import { type BookingPlatformConfig, startBookingPlatform } from '../src/service.ts'

/** The service on a database and broker of its own, with a clock that tests move. */
export async function startHarness() {
  const stack = new AsyncDisposableStack()
  const infrastructure = stack.use(await createInfrastructure())
  const events = stack.use(await collectEvents(infrastructure.rabbitUrl))
  const broker = stack.use(await connectBroker(infrastructure.rabbitUrl, createLogger('test', 'silent')))
  const publisher = await createPublisher(broker)
  const callers = createCallers()
  const clock = createFakeClock()
  const config: BookingPlatformConfig = {
    logLevel: 'silent',
    host: '127.0.0.1',
    port: 0,
    mongoUrl: infrastructure.mongoUrl('booking'),
    rabbitUrl: infrastructure.rabbitUrl,
    callerPublicKey: callers.publicKey,
    secretKeys: [{ id: 'test', key: randomBytes(32) }],
    codeKeys: [{ id: 'codes', key: randomBytes(32) }],
    publicUrl: 'http://localhost:8080',
  }
  /** Starts the service, or another replica of it on the same database. */
  const start = async () => stack.use(await startBookingPlatform(config, clock))
  const service = await start()
  const caller = callers.caller()
  return {
    service,
    start,
    config,
    clock,
    events,
    callers,
    infrastructure,
    publish: (...given: CloudEvent[]) => publisher.publish(given),
    organizationId: caller.organization_id,
    /** A client of an organisation; by default the same for all calls of a test. */
    client: (given: Partial<Caller> = {}, url = service.url): Client =>
      serviceClient(url, () => callers.sign({ ...caller, ...given })),
    otherOrganization: (): Client => {
      const other = callers.caller()
      return serviceClient(service.url, () => callers.sign(other))
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

export type Harness = Awaited<ReturnType<typeof startHarness>>

/** One service for the tests of a file; each call gives it with an organisation of its own. */
export function shareHarness(): () => Promise<Harness> {
  const shared = startOnce(startHarness)
  return async () => ofNewOrganization(await shared())
}

const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** Every day, all day. */
export const ALWAYS = WEEK.map((day) => ({ day, start: '00:00', end: '00:00' }))

/** What a request answered, which must be a success. */
export async function accepted(answer: Promise<Answer>) {
  const { status, body } = await answer
  if (status >= 400) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return body
}

/** A provider, by default one who works all the time. */
export const givenProvider = (api: Client, body: object = {}): Promise<Provider> =>
  accepted(api('POST', '/api/providers', { body: { name: 'Grace', weekly_hours: ALWAYS, ...body } }))

/** A service type, by default of half an hour with a provider of its own. */
export async function givenServiceType(api: Client, body: object = {}): Promise<ServiceType> {
  const provider_ids = 'provider_ids' in body ? body.provider_ids : [(await givenProvider(api)).id]
  const given = { name: 'Haircut', duration_minutes: 30, provider_ids, ...body }
  return await accepted(api('POST', '/api/service-types', { body: given }))
}

/** A time of day on one of the next days, in UTC. */
export const at = (time: string, days = 2): string => `${dayAhead(days)}T${time}:00.000Z`

/** What is needed to book a time. */
export const bookingOf = (service_type_id: string, start: string, body: object = {}) => ({
  service_type_id,
  start,
  customer: { name: 'Ada', phone: '+14155552671', email: 'Ada@example.com' },
  ...body,
})

export const givenBooking = (api: Client, body: object): Promise<Booking> =>
  accepted(api('POST', '/api/bookings', { body }))

/** Headers with which a client asks for what it has not got yet; without the second, `fetch` would ask for all. */
export const ifNoneMatch = ({ headers }: Answer): Record<string, string> => ({
  'if-none-match': headers.get('etag') ?? '',
  'cache-control': 'max-age=0',
})
