import { randomBytes } from 'node:crypto'
import type { Booking, Provider, ServiceType } from '@usher/contracts'
import {
  type Answer,
  type Client,
  createFakeClock,
  dayAhead,
  ofNewOrganization,
  startOnce,
  startService,
} from '@usher/test-kit'
import {
  type BookingPlatformConfig,
  type BookingPlatformService,
  bookingPlatformService,
} from '../src/service.ts'

/** The service on a database and broker of its own, with a clock that tests move. */
export async function startHarness() {
  const clock = createFakeClock()
  const harness = await startService<BookingPlatformConfig, BookingPlatformService>({
    name: 'booking',
    config: (common) => ({
      ...common,
      codeKeys: [{ id: 'codes', key: randomBytes(32) }],
      publicUrl: 'http://localhost:8080',
    }),
    start: (config) => bookingPlatformService.start(config, clock),
  })
  return { ...harness, clock }
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
