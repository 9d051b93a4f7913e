import { until } from '@usher/test-kit'
import { consentAt } from '../google.ts'
import { CALLBACK } from '../oauth-visitor.ts'
import { fill, type Owner, type Params, unique } from './owner.ts'

/** A kind of resource: how an owner creates one, and where they see it, alone or in a list. */
interface Resource {
  create(owner: Owner): Promise<Params>
  readonly seenAt: string
}

const newGuest = async (owner: Owner, queue: string): Promise<Params> =>
  await owner.ask('POST', `/v1/queues/${queue}/guests`, { name: `Guest ${unique()}` })

const newQueue = async (owner: Owner): Promise<Params> =>
  await owner.ask('POST', '/v1/queues', { name: `Queue ${unique()}` })

const guestOfNewQueue = async (owner: Owner): Promise<Params> =>
  await newGuest(owner, (await newQueue(owner)).id ?? '')

const newEndpoint = async (owner: Owner): Promise<Params> =>
  await owner.ask('POST', '/v1/webhook-endpoints', { url: owner.receiverUrl, event_types: ['queue.created'] })

async function seatedGuest(owner: Owner): Promise<Params> {
  const { id } = await guestOfNewQueue(owner)
  return await owner.ask('POST', `/v1/guests/${id}/seat`)
}

/** A guest who was sent a message and replied. */
async function guestInConversation(owner: Owner): Promise<Params> {
  const phone = `+49151${String(Math.random()).slice(2, 10).padEnd(8, '0')}`
  const { id: queue } = await newQueue(owner)
  const guest = await owner.ask('POST', `/v1/queues/${queue}/guests`, { name: 'Ada', phone })
  const conversation = `/v1/guests/${guest.id}/conversation`
  await until('the first message', async () => (await owner.ask('GET', conversation)).data.length > 0)
  await owner.ask('POST', '/v1/notifications/sandbox/inbound', { from: phone, text: 'Is there a ramp?' })
  return await until('the reply on the guest', async () => {
    const shown = await owner.ask('GET', `/v1/guests/${guest.id}`)
    return shown.unread_reply_at && shown
  })
}

/** A guest, and another queue for a transfer. */
async function guestWithTarget(owner: Owner): Promise<Params> {
  const { id: target = '' } = await newQueue(owner)
  return { ...(await guestOfNewQueue(owner)), target }
}

/** An endpoint with two finished deliveries; a queue created just before the endpoint may add a third. */
async function usedEndpoint(owner: Owner): Promise<Params> {
  const endpoint = await newEndpoint(owner)
  await newQueue(owner)
  await newQueue(owner)
  const [delivery] = await until('two deliveries', async () => {
    const path = `/v1/webhook-endpoints/${endpoint.id}/deliveries?status=delivered`
    const { data } = await owner.ask('GET', path)
    return data.length >= 2 && data
  })
  return { ...endpoint, delivery: delivery.id }
}

/** An export of a guest's data, completed by every service. */
async function completedExport(owner: Owner): Promise<Params> {
  const { id: guest_id } = await guestOfNewQueue(owner)
  const body = { kind: 'export', subject: { guest_id } }
  const { id } = await owner.ask('POST', '/account/privacy-requests', body)
  return await until('the export', async () => {
    const request = await owner.ask('GET', `/account/privacy-requests/${id}`)
    return request.status === 'completed' && request
  })
}

/** A grant from the owner to a new application. */
async function newGrant(owner: Owner): Promise<Params> {
  const app = { name: 'App', scopes: ['queues:read'], redirect_uris: [CALLBACK] }
  const { id } = await owner.ask('POST', '/account/oauth-clients', app)
  await owner.consent(id)
  const { data } = await owner.ask('GET', '/account/me/oauth-grants')
  return data.find((grant: Params) => grant.client_id === id)
}

/** A delivered message. */
async function deliveredNotification(owner: Owner): Promise<Params> {
  const message = { to: '+14155552671', text: `Message ${unique()}` }
  const { id } = await owner.ask('POST', '/v1/notifications/send', message)
  return await until('the delivery', async () => {
    const notification = await owner.ask('GET', `/v1/notifications/${id}`)
    return notification.status === 'delivered' && notification
  })
}

/** Settings of a disabled provider: messages keep going to the sandbox. */
export const messageProvider = ({ receiverUrl: url }: Owner) => ({
  ...{ kind: 'http', name: 'Own', enabled: false, settings: { url } },
  credentials: { secret: `whsec_${Buffer.alloc(32, 'secret').toString('base64')}` },
})
const newProvider = (owner: Owner): Promise<Params> =>
  owner.ask('POST', '/api/providers', { name: 'Grace', weekly_hours: ALWAYS, timezone: 'UTC' })

/** A service type that many can book at any time. */
async function newServiceType(owner: Owner): Promise<Params> {
  const { id } = await newProvider(owner)
  const body = { name: 'Cut', duration_minutes: 30, capacity: 100, provider_ids: [id] }
  return await owner.ask('POST', '/api/service-types', body)
}

/** Somebody who waits for a time of a service type of its own. */
async function newStandby(owner: Owner): Promise<Params> {
  const { slug } = await owner.ask('PATCH', '/api/booking-page', { slug: `page-${unique()}` })
  const { id = '' } = await newServiceType(owner)
  await owner.ask('PATCH', `/api/service-types/${id}`, { online_booking: {} })
  const windows = [{ from: inThreeDays(), to: inThreeDays().replace('T00', 'T12') }]
  const customer = { name: 'Ada', email: `${unique()}@example.com` }
  const body = { service_type_id: id, windows, customer }
  const joined = await owner.open('POST', `/public/book/${slug}/standby`, { body })
  // Its time is free, so an offer follows.
  const offered = await until('the offer', async () => {
    const { data } = await owner.ask('GET', `/api/standbys?service_type_id=${id}`)
    return data[0].status === 'offered' && data[0]
  })
  const token = new URL(joined.body.status_url).pathname.replace('/standby/', '')
  return { id: offered.id, token }
}

/** A provider with a connected calendar, once its first sync is over. */
async function newConnection(owner: Owner): Promise<Params> {
  const { id: provider_id } = await newProvider(owner)
  const begun = await owner.ask('GET', `/api/google-calendar/auth?provider_id=${provider_id}`)
  await owner.ask('GET', await consentAt(begun.authorization_url))
  await newSync(owner, { provider_id })
  const { data } = await owner.ask('GET', '/api/google-calendar/connections?limit=100')
  return data.find((connection: Params) => connection.provider_id === provider_id)
}

/** A completed sync. */
async function newSync(owner: Owner, what: object): Promise<Params> {
  const { id } = await owner.ask('POST', '/api/google-calendar/sync', what)
  return await until('the sync', async () => {
    const sync = await owner.ask('GET', `/api/google-calendar/syncs/${id}`)
    return sync.status === 'completed' && sync
  })
}

/** A time that can be booked. */
export const inThreeDays = () => new Date((Math.ceil(Date.now() / 86_400_000) + 3) * 86_400_000).toISOString()

/** A bookable time that is near enough for check-in. */
export const inAnHour = () => new Date((Math.ceil(Date.now() / 1_800_000) + 1) * 1_800_000).toISOString()

const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const ALWAYS = WEEK.map((day) => ({ day, start: '00:00', end: '00:00' }))

async function newBooking(owner: Owner, start: string): Promise<Params> {
  const { id: service_type_id } = await newServiceType(owner)
  return await owner.ask('POST', '/api/bookings', { service_type_id, start, customer: { name: 'Ada' } })
}

async function newSeries(owner: Owner): Promise<Params> {
  const { id: service_type_id } = await newServiceType(owner)
  const services = [{ service_type_id }]
  return await owner.ask('POST', '/api/booking-series', {
    ...{ services, start: inThreeDays(), customer: { name: 'Ada' } },
  })
}

/** A booking whose time has come, and a queue to check in to. */
async function bookingWithQueue(owner: Owner): Promise<Params> {
  const { id: queue = '' } = await newQueue(owner)
  return { ...(await newBooking(owner, inAnHour())), queue }
}

async function newMember(owner: Owner): Promise<Params> {
  const email = `${unique()}@usher.test`
  const { token } = await owner.ask('POST', '/account/invitations', { email, role: 'host' })
  const body = { token, name: 'New member', password: `password ${unique()}` }
  return (await owner.open('POST', '/account/accept-invitation', { body })).body.member
}

/** Every kind of resource that an operation can name. */
export const RESOURCES = {
  queue: {
    seenAt: '/v1/queues/{id}',
    async create(owner) {
      const queue = await newQueue(owner)
      await newGuest(owner, queue.id ?? '')
      await newGuest(owner, queue.id ?? '')
      return queue
    },
  },
  emptyQueue: { seenAt: '/v1/queues/{id}', create: newQueue },
  guest: { seenAt: '/v1/guests/{id}', create: guestOfNewQueue },
  guestInConversation: { seenAt: '/v1/guests/{id}', create: guestInConversation },
  guestWithTarget: { seenAt: '/v1/guests/{id}', create: guestWithTarget },
  seatedGuest: { seenAt: '/v1/guests/{id}', create: seatedGuest },
  webhookEndpoint: { seenAt: '/v1/webhook-endpoints/{id}', create: usedEndpoint },
  delivery: {
    seenAt: '/v1/webhook-endpoints/{endpoint}/deliveries',
    async create(owner) {
      const { id = '', delivery = '' } = await usedEndpoint(owner)
      return { id: delivery, endpoint: id }
    },
  },
  notification: { seenAt: '/v1/notifications/{id}', create: deliveredNotification },
  template: {
    seenAt: '/v1/notifications/templates/{id}',
    create: (owner) =>
      owner.ask('POST', '/v1/notifications/templates', { name: 'Desk', text: 'Please come.' }),
  },
  messageProvider: {
    seenAt: '/account/message-providers/{id}',
    create: (owner) => owner.ask('POST', '/account/message-providers', messageProvider(owner)),
  },
  optOut: {
    seenAt: '/v1/notifications/opt-outs/{id}',
    create: (owner) => owner.ask('POST', '/v1/notifications/opt-outs', { to: `${unique()}@usher.test` }),
  },
  webhookReplay: {
    seenAt: '/v1/webhook-endpoints/{id}/replays/{replay_id}',
    async create(owner) {
      const { id = '' } = await newEndpoint(owner)
      const body = { since: '2026-01-01T00:00:00Z' }
      const replay = await owner.ask('POST', `/v1/webhook-endpoints/${id}/replay`, body)
      const path = `/v1/webhook-endpoints/${id}/replays/${replay.id}`
      // An empty replay: it soon completes and then does not change.
      await until('the replay', async () => (await owner.ask('GET', path)).status === 'completed')
      return { id, replay_id: replay.id }
    },
  },
  serviceType: { seenAt: '/api/service-types/{id}', create: newServiceType },
  bookable: { seenAt: '/api/service-types/{id}', create: newServiceType },
  provider: { seenAt: '/api/providers/{id}', create: newProvider },
  category: {
    seenAt: '/api/categories/{id}',
    create: (owner) => owner.ask('POST', '/api/categories', { name: 'Hair' }),
  },
  product: {
    seenAt: '/api/products/{id}',
    create: (owner) => owner.ask('POST', '/api/products', { name: 'Comb' }),
  },
  series: { seenAt: '/api/booking-series/{id}', create: newSeries },
  bookingPage: {
    seenAt: '/api/booking-page',
    create: (owner) => owner.ask('PATCH', '/api/booking-page', { slug: `page-${unique()}` }),
  },
  standby: { seenAt: '/api/standbys', create: newStandby },
  booking: { seenAt: '/api/bookings/{id}', create: (owner) => newBooking(owner, inThreeDays()) },
  bookingWithQueue: { seenAt: '/api/bookings/{id}', create: bookingWithQueue },
  // A hold is visible only through what it takes: it cannot be read.
  hold: {
    seenAt: '/api/service-types/{type}',
    async create(owner) {
      const { id: type = '' } = await newServiceType(owner)
      const held = { service_type_id: type, start: inThreeDays() }
      const { id } = await owner.ask('POST', '/api/booking-holds', held)
      return { id, type }
    },
  },
  catalog: {
    seenAt: '/api/v1/catalog/{orgId}',
    async create(owner) {
      const { id } = await owner.ask('POST', '/api/categories', { name: 'Hair' })
      return { id, orgId: owner.organizationId }
    },
  },
  calendarConnection: { seenAt: '/api/google-calendar/connections/{id}', create: newConnection },
  calendarSync: {
    seenAt: '/api/google-calendar/syncs/{id}',
    create: async (owner) => await newSync(owner, { connection_id: (await newConnection(owner)).id }),
  },
  apiKey: {
    seenAt: '/account/api-keys/{id}',
    create: (owner) => owner.ask('POST', '/account/api-keys', { name: 'Key', scopes: ['queues:read'] }),
  },
  oauthClient: {
    seenAt: '/account/oauth-clients/{id}',
    create: (owner) => owner.ask('POST', '/account/oauth-clients', { name: 'App', scopes: ['queues:read'] }),
  },
  oauthGrant: { seenAt: '/account/me/oauth-grants', create: newGrant },
  privacyRequest: { seenAt: '/account/privacy-requests/{id}', create: completedExport },
  member: { seenAt: '/account/members/{id}', create: newMember },
  invitation: {
    seenAt: '/account/invitations',
    create: (owner) =>
      owner.ask('POST', '/account/invitations', { email: `${unique()}@usher.test`, role: 'host' }),
  },
  session: {
    seenAt: '/account/sessions',
    async create(owner) {
      const other = await owner.signIn()
      return { id: (await other('GET', '/account/me')).body.session_id }
    },
  },
} satisfies Record<string, Resource>

export type Kind = keyof typeof RESOURCES

/** A resource as its owner sees it, without fields that change by reading. */
export async function seen(owner: Owner, kind: Kind, params: Params): Promise<unknown> {
  const found = await owner.ask('GET', fill(RESOURCES[kind].seenAt, params))
  const resource = Array.isArray(found.data) ? found.data.find(({ id }: Params) => id === params.id) : found
  if (!resource) throw new Error(`the ${kind} is not there`)
  // The owner's own key and calendar change these.
  const { last_used_at: _, synced_at: __, ...rest } = resource
  return rest
}
