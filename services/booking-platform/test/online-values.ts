import { type BookingPage, bookingCodeRequested, type CloudEvent, type DataOf } from '@usher/contracts'
import { CLIENT_ADDRESS_HEADER, openBookingCode, signCaller } from '@usher/service-kit'
import { type Client, serviceClient, until } from '@usher/test-kit'
import { accepted, at, givenProvider, givenServiceType, type Harness } from './harness.ts'

let pages = 0
const ONLINE = { online_booking: {} }
export const ADA = { name: 'Ada', email: 'ada@example.com' }

/** A client without a credential, at an address of its own. */
export function stranger({ service, callers }: Harness, address = '192.0.2.1'): Client {
  const open = serviceClient(service.url, () => signCaller(null, callers.privateKey))
  return (method, path, options = {}) =>
    open(method, path, { ...options, headers: { [CLIENT_ADDRESS_HEADER]: address, ...options.headers } })
}

/** A booking page with a service type that customers can book by themselves. */
export async function givenPage(harness: Harness, service: object = {}, provider: object = {}) {
  const api = harness.client()
  const { id } = await givenProvider(api, provider)
  const type = await givenServiceType(api, { provider_ids: [id], ...ONLINE, ...service })
  pages += 1
  const body = { slug: `salon-${pages}-${Date.now()}` }
  const page = (await accepted(api('PATCH', '/api/booking-page', { body }))) as BookingPage
  return { api, type, page, path: `/public/book/${page.slug}`, open: stranger(harness) }
}

export type GivenPage = Awaited<ReturnType<typeof givenPage>>

export const hold = ({ open, path, type }: GivenPage, body: object = {}) =>
  open('POST', `${path}/holds`, { body: { service_type_id: type.id, start: at('09:00'), ...body } })

/** The digits that an address was sent, once it has got so many codes. */
export async function codeSentTo(
  { events, config, organizationId }: Harness,
  to: string,
  count = 1,
): Promise<string> {
  const sent = () =>
    events.events.filter(
      (one): one is CloudEvent<DataOf<typeof bookingCodeRequested>> =>
        one.type === bookingCodeRequested.type &&
        one.organizationid === organizationId &&
        (one.data as { to: string }).to === to,
    )
  const event = await until(`code ${count} for ${to}`, () => sent()[count - 1])
  return openBookingCode(event.data.sealed_code, event.subject, config.codeKeys)
}
