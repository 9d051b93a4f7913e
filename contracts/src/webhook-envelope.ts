import { z } from 'zod'
import { idOf } from './ids.ts'
import { timestamp } from './text.ts'

/** The body of every webhook delivery, exactly as the service specification gives it. */
export const webhookEnvelopeSchema = z.strictObject({
  event: z.string().meta({ description: 'Event type' }),
  timestamp,
  data: z.record(z.string(), z.unknown()),
  meta: z.strictObject({
    account_id: idOf('organization').meta({ description: 'The organisation' }),
    webhook_id: idOf('webhookEndpoint').meta({ description: 'The webhook endpoint' }),
  }),
})

export type WebhookEnvelope = z.infer<typeof webhookEnvelopeSchema>
