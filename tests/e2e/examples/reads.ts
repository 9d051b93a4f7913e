import type { Client } from '@usher/test-kit'
import { PNG, until } from '@usher/test-kit'
import type { Case } from '../audit/attempt.ts'
import { BOOKING_CASES } from '../audit/booking-cases.ts'
import { GUEST_CASES } from '../audit/guest-cases.ts'
import { consentAt } from '../google.ts'
import { fill, type OperationRequest, type Owner, type Params } from '../isolation/owner.ts'
import { inThreeDays, RESOURCES } from '../isolation/resources.ts'
import { inTests, newClock } from '../test-clock-requests.ts'

/** A request that succeeds, and who sends it: the owner by default. */
export type ExampleRequest = OperationRequest & { readonly call?: Client | undefined }

type Make = (owner: Owner) => Promise<ExampleRequest> | ExampleRequest

/** The path parameters with which another operation succeeds, without a credential. */
const asIn =
  (cases: Readonly<Record<string, Case>>, id: string, query?: string): Make =>
  async (owner) => {
    const { params = {} } = (await cases[id]?.accepted(owner)) ?? {}
    return { call: owner.open, params, ...(query !== undefined && { query }) }
  }

const DATES = () => {
  const [from = '', to = ''] = [inThreeDays(), new Date(Date.parse(inThreeDays()) + 86_400_000).toISOString()]
  return `from=${from.slice(0, 10)}&to=${to.slice(0, 10)}`
}
const DAY = () => `from=${inThreeDays()}&to=${inThreeDays().replace('T00', 'T12')}`

async function onlineTimes(owner: Owner, range = DAY()): Promise<ExampleRequest> {
  const { params = {}, body } = (await BOOKING_CASES.holdOnline?.accepted(owner)) ?? {}
  const { service_type_id } = body as { service_type_id: string }
  return { call: owner.open, params, query: `service_type_id=${service_type_id}&${range}` }
}

/** Sessions by owner: an address gets few codes in an hour. */
const sessions = new WeakMap<Owner, Promise<ExampleRequest>>()

/** With the session of a customer who has proved their address. */
function ofCustomer(owner: Owner): Promise<ExampleRequest> {
  const session = sessions.get(owner) ?? newSession(owner)
  sessions.set(owner, session)
  return session
}

async function newSession(owner: Owner): Promise<ExampleRequest> {
  const { params = {}, body } = (await BOOKING_CASES.startCustomerSession?.accepted(owner)) ?? {}
  const session = await owner.open('POST', fill('/public/book/{slug}/sessions', params), { body })
  return { call: owner.open, params: { token: session.body.token } }
}

const bookable = async (owner: Owner, query: string): Promise<ExampleRequest> => {
  const { id } = await RESOURCES.bookable.create(owner)
  return { query: `service_type_id=${id}&${query}` }
}

async function logo(owner: Owner): Promise<ExampleRequest> {
  const { logo_url } = await owner.ask('PUT', '/account/organization/logo', { data: PNG })
  const name = logo_url.slice(logo_url.lastIndexOf('/') + 1)
  return { call: owner.open, params: { id: owner.organizationId, name } }
}

/** Goes on after an event of the owner, who has been followed for long enough that nothing is missing. */
async function afterAnEvent({ call, ask }: Owner): Promise<ExampleRequest> {
  const read = async (id?: string): Promise<string> => {
    const headers: Record<string, string> = id === undefined ? {} : { 'last-event-id': id }
    return (await call('GET', '/v1/events/stream', { headers })).body
  }
  const id = await until('a place to go on', async () => /^id: (.+)$/m.exec(await read())?.[1])
  await ask('POST', '/v1/queues', { name: 'Front desk' })
  await until('the event', async () => (await read(id)).includes('event: queue.created'))
  return { headers: { 'last-event-id': id } }
}

/** The owner's messages about test data, of which there is one. */
async function testMessages(owner: Owner): Promise<ExampleRequest> {
  const body = { to: '+14155552671', text: 'Your table is ready.' }
  const call = inTests(owner)
  const { status } = await call('POST', '/v1/notifications/send', { body })
  if (status !== 202) throw new Error(`a message about test data was answered ${status}`)
  return { call, query: 'limit=1' }
}

async function clock(owner: Owner): Promise<ExampleRequest> {
  const { call, id } = await newClock(owner)
  return { call, params: { id } }
}

async function googleReturns(owner: Owner): Promise<ExampleRequest> {
  const { id } = await RESOURCES.provider.create(owner)
  const begun = await owner.ask('GET', `/api/google-calendar/auth?provider_id=${id}`)
  const [, query = ''] = (await consentAt(begun.authorization_url)).split('?')
  return { query }
}

const of = async (kind: keyof typeof RESOURCES, owner: Owner): Promise<Params> =>
  await RESOURCES[kind].create(owner)

/** Operations that change nothing, and need more than what the table of isolation says of them. */
export const READS: Readonly<Record<string, Make>> = {
  // A completed request of its own: the one of another example may still run.
  async listPrivacyRequests(owner) {
    await RESOURCES.privacyRequest.create(owner)
    return { params: {}, query: 'limit=1' }
  },
  getOwnPlace: asIn(GUEST_CASES, 'reportArrival'),
  getOwnTimeline: asIn(GUEST_CASES, 'reportArrival'),
  streamOwnPlace: asIn(GUEST_CASES, 'reportArrival'),
  streamEvents: afterAnEvent,
  getPushKey: ({ open }) => ({ call: open }),
  getJoinPage: asIn(GUEST_CASES, 'joinQueue'),
  getDisplay: asIn(GUEST_CASES, 'joinQueue'),
  streamDisplay: asIn(GUEST_CASES, 'joinQueue'),
  getBrand: ({ open, organizationId: id }) => ({ call: open, params: { id } }),
  getLogo: logo,
  getOwnBooking: asIn(BOOKING_CASES, 'cancelOwnBooking'),
  getOwnCalendarEvent: asIn(BOOKING_CASES, 'cancelOwnBooking'),
  listOwnTimes: asIn(BOOKING_CASES, 'cancelOwnBooking', DAY()),
  getOnlineBookingPage: asIn(BOOKING_CASES, 'holdOnline'),
  listOnlineTimes: (owner) => onlineTimes(owner),
  listOnlineDays: (owner) => onlineTimes(owner, DATES()),
  getOwnStandby: asIn(BOOKING_CASES, 'leaveStandby'),
  getReturningCustomer: ofCustomer,
  listCustomerBookings: ofCustomer,
  getAvailability: (owner) => bookable(owner, DAY()),
  getFirstAvailable: (owner) => bookable(owner, `from=${inThreeDays()}`),
  explainAvailability: (owner) => bookable(owner, `start=${inThreeDays()}`),
  startGoogleCalendarAuth: async (owner) => ({ query: `provider_id=${(await of('provider', owner)).id}` }),
  finishGoogleCalendarAuth: googleReturns,
  listNotifications: () => ({ query: 'limit=1' }),
  listTestMessages: testMessages,
  listTestClocks: async (owner) => ({ call: (await newClock(owner)).call, query: 'limit=1' }),
  getTestClock: clock,
  listReplies: async (owner) => ({ query: `guest_id=${(await of('guestInConversation', owner)).id}` }),
  listBookings: () => ({ query: 'limit=1' }),
  listStandbys: () => ({ query: 'limit=1' }),
  listOAuthGrants: () => ({ query: 'limit=1' }),
}
