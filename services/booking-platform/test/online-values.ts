import type { BookingPage } from '@usher/contracts'
import { CLIENT_ADDRESS_HEADER, signGateway } from '@usher/service-kit'
import { type Client, serviceClient } from '@usher/test-kit'
import { accepted, givenProvider, givenServiceType, type Harness } from './harness.ts'

let pages = 0
const ONLINE = { online_booking: {} }
export const ADA = { name: 'Ada', email: 'ada@example.com' }

/** A client without a credential, at an address of its own. */
export function stranger({ service, callers }: Harness, address = '192.0.2.1'): Client {
  const open = serviceClient(service.url, () => signGateway(callers.privateKey))
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
