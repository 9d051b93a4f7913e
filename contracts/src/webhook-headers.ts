import { z } from 'zod'
import { idOf } from './ids.ts'

const BASE64 = '[A-Za-z0-9+/]{43}='

/** The headers of every webhook delivery: those of the service specification and of Standard Webhooks 1.0. */
export const webhookHeadersSchema = z
  .object({
    'content-type': z.literal('application/json').describe('The body is JSON in UTF-8'),
    'user-agent': z.literal('Usher-Webhooks/1').describe('Says that it comes from Usher'),
    'x-service-signature': z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .meta({
        description:
          'Lowercase hex HMAC-SHA256 of the exact bytes of the body, keyed with the whole secret as shown (whsec_ included)',
      }),
    'webhook-id': idOf('delivery').meta({
      description: 'The same over all attempts of a delivery: remember it, and handle each once',
    }),
    'x-usher-sequence': z
      .string()
      .regex(/^\d+$/)
      .meta({ description: 'Number of the event among those of its guest or queue, from 1 without gap' }),
    'usher-version': z
      .string()
      .meta({ description: 'Dated version of the API that the body has: that of the endpoint' }),
    'webhook-timestamp': z
      .string()
      .regex(/^\d+$/)
      .meta({ description: 'When the attempt was made, in seconds since 1970' }),
    'webhook-signature': z
      .string()
      .regex(new RegExp(`^v1,${BASE64}( v1,${BASE64})*$`))
      .meta({
        description:
          'Standard Webhooks: base64 HMAC-SHA256 of `id.timestamp.body`, keyed with the decoded part of the secret after whsec_; several, separated by spaces, while a secret is rotated',
      }),
  })
  .meta({ id: 'WebhookHeaders' })
