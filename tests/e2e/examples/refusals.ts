import type { ErrorCode } from '@usher/contracts'
import { type Answer, apiClient, type Client, sessionClient } from '@usher/test-kit'
import { newPerson, switchOn } from '../audit/people.ts'
import { type Owner, unique } from '../isolation/owner.ts'
import { inThreeDays, RESOURCES } from '../isolation/resources.ts'
import type { Usher } from '../stack.ts'
import { newClock } from '../test-clock-requests.ts'

/** Asks for what is refused with one code. */
type Refusal = (owner: Owner, usher: Usher) => Promise<Answer>

const CUSTOMER = { name: 'Ada', phone: '+14155552671' }

/** Adds a guest to a new queue that takes none. */
const addingTo =
  (settings: object, prepare?: (call: Client, queue: string) => Promise<unknown>): Refusal =>
  async ({ ask, call }) => {
    const { id } = await ask('POST', '/v1/queues', { name: 'Front desk', ...settings })
    await prepare?.(call, `/v1/queues/${id}`)
    return await call('POST', `/v1/queues/${id}/guests`, { body: { name: 'Ada' } })
  }

const sending =
  (message: object, prepare?: (owner: Owner) => Promise<unknown>): Refusal =>
  async (owner) => {
    await prepare?.(owner)
    const body = { text: 'Your table is ready.', ...message }
    return await owner.call('POST', '/v1/notifications/send', { body })
  }

async function limitedKey({ ask }: Owner, { stack: { url } }: Usher): Promise<Client> {
  const { id } = await ask('POST', '/v1/queues', { name: 'Front desk' })
  const key = { name: 'Till', scopes: ['queues:read', 'webhooks:manage'], queue_ids: [id] }
  return apiClient(url, (await ask('POST', '/account/api-keys', key)).api_key)
}

async function withoutEarlyAccess({ open }: Owner, { stack: { url } }: Usher): Promise<Client> {
  const person = { email: `${unique()}@usher.test`, password: 'correct horse battery' }
  const body = { organization_name: 'Corner bistro', name: 'Ada', ...person }
  await open('POST', '/account/sign-up', { body })
  return await sessionClient(url, person)
}

const twice = async (ask: () => Promise<Answer>): Promise<Answer> => {
  await ask()
  return await ask()
}

async function bookingTooMany({ ask, call }: Owner): Promise<Answer> {
  const { id: service_type_id } = await RESOURCES.bookable.create({ ask, call } as Owner)
  await ask('PATCH', `/api/service-types/${service_type_id}`, { max_per_customer_per_day: 1 })
  const body = { service_type_id, start: inThreeDays(), customer: CUSTOMER }
  return await twice(() => call('POST', '/api/bookings', { body }))
}

/** Refusals that take more than a wrong value. */
export const REFUSALS: Partial<Record<ErrorCode, Refusal>> = {
  malformed_json: ({ call }) => call('POST', '/v1/queues', { body: '{"name":' }),
  unsupported_media_type: ({ call }) =>
    call('POST', '/v1/queues', { body: 'name=Desk', headers: { 'content-type': 'text/plain' } }),
  payload_too_large: ({ call }) => call('POST', '/v1/queues', { body: { name: 'a'.repeat(200_000) } }),
  unauthorized: ({ open }) => open('GET', '/v1/queues'),
  forbidden: async (owner, usher) => (await limitedKey(owner, usher))('GET', '/v1/webhook-endpoints'),
  early_access_required: async (owner, usher) =>
    (await withoutEarlyAccess(owner, usher))('GET', '/api/bookings'),
  async idempotency_mismatch({ call }) {
    const headers = { 'idempotency-key': unique() }
    await call('POST', '/v1/queues', { body: { name: 'Front desk' }, headers })
    return await call('POST', '/v1/queues', { body: { name: 'Terrace' }, headers })
  },
  async queue_not_empty(owner) {
    const { id } = await RESOURCES.queue.create(owner)
    return await owner.call('DELETE', `/v1/queues/${id}`)
  },
  queue_paused: addingTo({}, (call, queue) => call('POST', `${queue}/pause`)),
  queue_full: addingTo({ capacity: 1 }, (call, queue) =>
    call('POST', `${queue}/guests`, { body: { name: 'Grace' } }),
  ),
  queue_closed: addingTo({ opening_hours: [] }),
  async queue_empty(owner) {
    const { id } = await RESOURCES.emptyQueue.create(owner)
    return await owner.call('POST', `/v1/queues/${id}/call-next`)
  },
  recipient_opted_out: sending({ to: 'grace@example.com' }, ({ ask }) =>
    ask('POST', '/v1/notifications/opt-outs', { to: 'grace@example.com' }),
  ),
  country_not_allowed: sending({ to: '+5511961234567' }),
  async recipient_unreachable(owner, usher) {
    const { id: guest_id } = await RESOURCES.guest.create(owner)
    return await sending({ guest_id })(owner, usher)
  },
  template_exists: ({ call }) =>
    twice(() =>
      call('POST', '/v1/notifications/templates', { body: { name: 'Ready', kind: 'ready', text: 'Ready' } }),
    ),
  async default_template({ ask, call }) {
    const { data } = await ask('GET', '/v1/notifications/templates?limit=100')
    const { id } = data.find(({ is_default }: { is_default: boolean }) => is_default)
    return await call('DELETE', `/v1/notifications/templates/${id}`)
  },
  async second_factor_required(owner, usher) {
    const person = await newPerson(usher, owner)
    await switchOn(person)
    const { email, password } = person
    return await owner.open('POST', '/account/sign-in', { body: { email, password } })
  },
  async last_owner({ ask, call }) {
    const { member } = await ask('GET', '/account/me')
    return await call('PATCH', `/account/members/${member.id}`, { body: { role: 'host' } })
  },
  async clock_backwards(owner) {
    const { call, id } = await newClock(owner)
    return await call('POST', `/v1/test/clocks/${id}/advance`, { body: { to: '2026-03-01T09:00:00.000Z' } })
  },
  limit_reached: bookingTooMany,
  async slug_taken(owner, usher) {
    const other = await sessionClient(usher.stack.url, usher.demo.second)
    const body = { slug: `page-${unique()}` }
    await other('PATCH', '/api/booking-page', { body })
    return await owner.call('PATCH', '/api/booking-page', { body })
  },
  async endpoint_disabled({ ask, call, receiverUrl: url }) {
    const { id } = await ask('POST', '/v1/webhook-endpoints', { url, enabled: false })
    const body = { since: '2026-01-01T00:00:00Z' }
    return await call('POST', `/v1/webhook-endpoints/${id}/replay`, { body })
  },
}
