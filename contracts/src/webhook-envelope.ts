import { z } from 'zod'
import type { EventDefinition } from './events/define-event.ts'
import { idOf } from './ids.ts'
import { isLive } from './mode.ts'
import { timestamp } from './text.ts'

/** The body of every webhook delivery, exactly as in the service specification. */
export const webhookEnvelopeSchema = z.strictObject({
  event: z.string().meta({ description: 'Event type' }),
  timestamp,
  data: z.record(z.string(), z.unknown()).describe('The resource as the event left it'),
  meta: z
    .strictObject({
      account_id: idOf('organization').meta({ description: 'The organisation' }),
      webhook_id: idOf('webhookEndpoint').meta({ description: 'The webhook endpoint' }),
      livemode: z.boolean().meta({ description: 'false: it is about test data' }),
    })
    .describe('Whose event it is, and for which endpoint'),
})

export type WebhookEnvelope = z.infer<typeof webhookEnvelopeSchema>

/** Whom a delivery is for. */
export const webhookMeta = (account_id: string, webhook_id: string): WebhookEnvelope['meta'] => ({
  account_id,
  webhook_id,
  livemode: isLive(account_id),
})

/** The body of deliveries of one event type. */
export function envelopeSchemaOf({
  type,
  data,
  inside = [],
  named = {},
}: EventDefinition<string, z.ZodObject>) {
  const shown = Object.entries(data.shape)
    .filter(([name]) => !inside.includes(name))
    .map(([name, schema]) => [named[name] ?? name, schema])
  return webhookEnvelopeSchema.extend({
    event: z.literal(type).describe('Event type'),
    data: z.object(Object.fromEntries(shown)).describe('The resource as the event left it'),
  })
}
