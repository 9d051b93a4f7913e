import { z } from 'zod'
import { webhookEnvelopeSchema } from '../webhook-envelope.ts'

export const webhookEventTypeViewSchema = z
  .object({
    type: z.string().describe('Such as guest.added'),
    description: z.string().describe('When it is sent'),
    schema: z
      .record(z.string(), z.unknown())
      .meta({ description: 'JSON Schema (2020-12) of the body that is posted' }),
    example: webhookEnvelopeSchema.meta({ description: 'A body as it is posted' }),
  })
  .meta({ id: 'WebhookEventType' })

export type WebhookEventType = z.infer<typeof webhookEventTypeViewSchema>
