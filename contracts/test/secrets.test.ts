import { OPERATIONS, type Operation } from '@usher/contracts'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

const SECRET = /^(api_key|token|recovery_codes|(\w+_)?secret)$/

const showsSecret = ({ answer }: Operation): boolean =>
  answer instanceof z.ZodObject && Object.keys(answer.shape).some((name) => SECRET.test(name))

const showing = OPERATIONS.filter(
  (operation) => operation.errors.includes('idempotency_mismatch') && showsSecret(operation),
)

describe('given an answer that shows a secret', () => {
  test.each(showing.map((operation) => [operation.id, operation] as const))(
    'when %s is repeated under an idempotency key, then it is by whoever asked first',
    (_, { ownRepeats }) => {
      expect(ownRepeats).toBe(true)
    },
  )

  test('then API keys, applications, invitations, webhooks and second factors are among them', () => {
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
