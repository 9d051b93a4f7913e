import { mayCompress, OPERATIONS, type Operation } from '@usher/contracts'
import { z } from 'zod'

const SECRET = /^(api_key|token|recovery_codes|(\w+_)?secret)$/

const showsSecret = ({ answer }: Operation): boolean =>
  answer instanceof z.ZodObject && Object.keys(answer.shape).some((name) => SECRET.test(name))

const showing = OPERATIONS.filter(
  (operation) => operation.errors.includes('idempotency_mismatch') && showsSecret(operation),
)

describe('an answer that shows a secret', () => {
  test.each(showing.map((operation) => [operation.id, operation] as const))(
    'is repeated under an idempotency key only for its first caller: %s',
    (_, { ownRepeats }) => {
      expect(ownRepeats).toBe(true)
    },
  )

  test('is found for API keys, OAuth clients, invitations, webhooks and the second factor', () => {
    expect(showing.map(({ id }) => id)).toEqual(
      expect.arrayContaining([
        'createApiKey',
        'rotateApiKey',
        'createOAuthClient',
        'rotateOAuthClientSecret',
        'createInvitation',
        'createWebhookEndpoint',
        'createSubscription',
        'rotateWebhookSecret',
        'confirmSecondFactor',
      ]),
    )
  })
})

/** Links that open somebody's page, what writes need, and texts that quote such links. */
const LINKS = /"(status_url|manage_url|authorization_url|csrf_token)":/
const QUOTING = [
  'getConversation',
  'getNotification',
  'listNotifications',
  'getDelivery',
  'listDeliveries',
  'getSubscriptionDelivery',
  'listSubscriptionDeliveries',
  'getPrivacyResult',
]

const schemaOf = ({ answer, media }: Operation) =>
  answer && !media ? z.toJSONSchema(answer, { io: 'output', unrepresentable: 'any' }) : {}

describe('the attack: guessing a secret by the length of a compressed answer', () => {
  const holding = OPERATIONS.filter(
    (operation) =>
      QUOTING.includes(operation.id) ||
      showsSecret(operation) ||
      LINKS.test(JSON.stringify(schemaOf(operation))),
  )

  test.each(holding.map((operation) => [operation.id, operation] as const))(
    'does not compress the answer of %s, which contains a secret',
    (_, operation) => {
      expect(mayCompress(operation)).toBe(false)
    },
  )

  test('compresses lists without secrets', () => {
    const compressed = OPERATIONS.filter(mayCompress).map(({ id }) => id)
    expect(compressed).toEqual(
      expect.arrayContaining([
        'listQueues',
        'listAuditRecords',
        'getAvailability',
        'getCatalog',
        'listMembers',
      ]),
    )
    expect(holding.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['listGuests', 'listBookings', 'getMe']),
    )
  })
})
