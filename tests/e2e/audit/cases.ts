import type { Operation } from '@usher/contracts'
import { PNG } from '@usher/test-kit'
import type { Owner, Params } from '../isolation/owner.ts'
import { messageProvider, RESOURCES } from '../isolation/resources.ts'
import { onOne, TABLE } from '../isolation/table.ts'
import type { Usher } from '../stack.ts'
import { CLOCK_CASES } from '../test-clock-requests.ts'
import { type Case, idOfAnswer } from './attempt.ts'
import { BOOKING_CASES } from './booking-cases.ts'
import { CALENDAR_CASES } from './calendar-cases.ts'
import { GUEST_CASES } from './guest-cases.ts'
import { openCases } from './open-cases.ts'
import { personCases } from './person-cases.ts'

/** The last part of an id that no resource has. */
const INVENTED = '01h455vb4pex5vsknk084sn02q'

/** Operations that create something: accepted with a body, refused for an empty one. */
const creates = (body: (owner: Owner) => object): Case => ({
  accepted: (owner) => ({ body: body(owner), resource: idOfAnswer }),
  refused: () => ({ body: {} }),
})

const APP = { name: 'App', scopes: ['queues:read'] }
const endpoint = creates(({ receiverUrl: url }) => ({ url, event_types: ['queue.created'] }))

/** Operations that name no resource. */
const NAMELESS: Readonly<Record<string, Case>> = {
  createQueue: creates(() => ({ name: 'Audited' })),
  createWebhookEndpoint: endpoint,
  createSubscription: endpoint,
  createApiKey: creates(() => APP),
  createOAuthClient: creates(() => APP),
  createInvitation: creates(() => ({ email: 'audited@usher.test', role: 'host' })),
  createPrivacyRequest: creates(() => ({ kind: 'export', subject: { organization: true } })),
  createTemplate: creates(() => ({ name: 'Desk', text: 'Audited' })),
  createMessageProvider: creates(messageProvider),
  sendNotification: creates(() => ({ to: '+14155552671', text: 'Audited' })),
  createServiceType: creates(() => ({ name: 'Cut', duration_minutes: 30 })),
  createProvider: creates(() => ({ name: 'Grace' })),
  createCategory: creates(() => ({ name: 'Hair' })),
  createProduct: creates(() => ({ name: 'Comb' })),
  createOptOut: creates(() => ({ to: 'audited@usher.test' })),
  receiveSandboxReply: creates(() => ({ from: '+14155552673', text: 'Audited' })),
  startCalendarSync: {
    accepted: () => ({ body: {}, resource: idOfAnswer }),
    refused: () => ({ body: { connection_id: 'none' } }),
  },
  updateNotificationSettings: {
    accepted: ({ organizationId }) => ({ body: { per_number_per_hour: 9_000 }, resource: organizationId }),
    refused: () => ({ body: { countries: ['XX'] } }),
  },
  replaceLogo: {
    accepted: ({ organizationId }) => ({ body: { data: PNG }, resource: organizationId }),
    refused: () => ({ body: { data: 'AAAA' } }),
  },
  deleteLogo: {
    accepted: ({ organizationId }) => ({ resource: organizationId }),
    refused: () => ({ headers: { 'if-match': '"0"' } }),
  },
  updateOrganization: {
    accepted: ({ organizationId }) => ({ body: { country: 'DE' }, resource: organizationId }),
    refused: () => ({ body: { country: 'XX' } }),
  },
}

/** Operations with a resource in their path: accepted for one of its kind, refused for an unknown id. */
function naming({ id: operation }: Operation): Case | undefined {
  const { at, body: given } = onOne(TABLE[operation])
  if (!at) return undefined
  const create = (owner: Owner): Promise<Params> => RESOURCES[at].create(owner)
  const bodyFor = (params: Params) => (typeof given === 'function' ? given(params) : given)
  return {
    async accepted(owner) {
      const params = await create(owner)
      const resource = operation === 'addGuest' ? idOfAnswer : (params.id ?? '')
      return { params, body: bodyFor(params), resource }
    },
    async refused(owner) {
      const { id = '', ...params } = await create(owner)
      const body = bodyFor(params)
      const resource = `${id.slice(0, id.indexOf('_'))}_${INVENTED}`
      return { params: { ...params, id: resource }, body, resource }
    },
  }
}

/** The case of an operation that may change something; undefined if one has to be added. */
export const caseOf = (usher: Usher, operation: Operation): Case | undefined =>
  NAMELESS[operation.id] ??
  personCases(usher)[operation.id] ??
  openCases(usher)[operation.id] ??
  GUEST_CASES[operation.id] ??
  BOOKING_CASES[operation.id] ??
  CALENDAR_CASES[operation.id] ??
  CLOCK_CASES[operation.id] ??
  naming(operation)
