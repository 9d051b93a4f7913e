import { type FieldChanges, isAudited, NEWEST_API_VERSION, OPERATIONS } from '@usher/contracts'
import { type Answer, auditNoteOf, type Client, startReceiver, until } from '@usher/test-kit'
import { anEvent, deliveriesOf, givenEndpoint, type Harness, startHarness } from './harness.ts'

const URL = 'https://example.com/hook'
const SINCE = '2026-01-01T00:00:00.000Z'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

interface Case {
  act(api: Client): Promise<Answer>
  /** undefined for what creates: the gateway finds the resource in Location. */
  readonly changes: FieldChanges | undefined
}

const onEndpoint =
  (base: string, method: string, rest: string, body?: object): Case['act'] =>
  async (api) => {
    const { id } = await givenEndpoint(api, URL, { description: 'till' })
    return await api(method, `${base}/${id}${rest}`, body ? { body } : {})
  }

/** A delivery whose first attempt failed, tried again by hand. */
async function retry(api: Client, base: string): Promise<Answer> {
  await using receiver = await startReceiver()
  receiver.answers.push(500)
  const { id } = await givenEndpoint(api, receiver.url)
  await harness.publish(anEvent(harness.organizationId))
  const delivery = await until('the attempt', async () => {
    const [found] = await deliveriesOf(api, id)
    return found?.attempts.length === 1 && found
  })
  return await api('POST', `${base}/${delivery.id}/retry`)
}

async function sendTest(api: Client, base: string): Promise<Answer> {
  await using receiver = await startReceiver()
  const { id } = await givenEndpoint(api, receiver.url)
  return await api('POST', `${base}/${id}/test`, { body: { event_type: 'guest.added' } })
}

/** What operations on endpoints tell, which partners know by another name and address. */
const casesAt = (base: string) => ({
  create: {
    act: (api: Client) => api('POST', base, { body: { url: URL } }),
    changes: undefined,
  },
  update: {
    act: onEndpoint(base, 'PATCH', '', { enabled: false, event_types: ['guest.added'], description: 'till' }),
    changes: {
      enabled: { before: true, after: false },
      event_types: { before: null, after: ['guest.added'] },
    },
  },
  delete: {
    act: onEndpoint(base, 'DELETE', ''),
    changes: {
      url: { before: URL, after: null },
      description: { before: 'till', after: null },
      enabled: { before: true, after: null },
      ordering: { before: 'none', after: null },
      api_version: { before: NEWEST_API_VERSION, after: null },
    },
  },
  rotate: {
    act: onEndpoint(base, 'POST', '/rotate-secret'),
    changes: { former_secret_expires_at: { before: null, after: expect.any(String) as never } },
  },
  test: {
    act: (api: Client) => sendTest(api, base),
    changes: {},
  },
  replay: {
    act: onEndpoint(base, 'POST', '/replay', { since: SINCE }),
    changes: { replay: { before: null, after: { since: SINCE, status: 'failed', event: null } } },
  },
})

const endpoints = casesAt('/v1/webhook-endpoints')
const subscriptions = casesAt('/api/subscriptions')
const retried = { manual: { before: false, after: true } }

/** What each operation that is no GET tells of its changes. A new operation needs a line here. */
const CASES: Record<string, Case> = {
  createWebhookEndpoint: endpoints.create,
  updateWebhookEndpoint: endpoints.update,
  deleteWebhookEndpoint: endpoints.delete,
  rotateWebhookSecret: endpoints.rotate,
  testWebhookEndpoint: endpoints.test,
  replayDeliveries: endpoints.replay,
  retryDelivery: { act: (api) => retry(api, '/v1/deliveries'), changes: retried },
  createSubscription: subscriptions.create,
  updateSubscription: subscriptions.update,
  deleteSubscription: subscriptions.delete,
  rotateSubscriptionSecret: subscriptions.rotate,
  testSubscription: subscriptions.test,
  replaySubscription: subscriptions.replay,
  retrySubscriptionDelivery: { act: (api) => retry(api, '/api/deliveries'), changes: retried },
}

const mutating = OPERATIONS.filter(
  (operation) => operation.service === 'webhook-delivery' && isAudited(operation),
)

describe('the audit notes of webhook delivery', () => {
  test('this file covers every audited webhook operation', () => {
    expect(Object.keys(CASES).sort()).toEqual(mutating.map(({ id }) => id).sort())
  })

  test.each(Object.entries(CASES))('%s notes its changes without any secret', async (id, given) => {
    const answer = await given.act(harness.client())
    expect(answer.status).toBe(mutating.find((operation) => operation.id === id)?.status)
    const note = auditNoteOf(answer)
    expect(note).toEqual(given.changes && { changes: given.changes })
    expect(JSON.stringify(note ?? {})).not.toContain('whsec_')
  })
})
