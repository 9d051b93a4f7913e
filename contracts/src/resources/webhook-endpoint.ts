import { z } from 'zod'
import { WEBHOOK_EVENT_TYPES } from '../events/index.ts'
import { idOf } from '../ids.ts'
import { exactPartial } from '../partial.ts'
import { line, timestamp } from '../text.ts'

const url = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .max(2000)
  .meta({ description: 'Where deliveries are posted' })

export const webhookEventTypeSchema = z.enum(WEBHOOK_EVENT_TYPES)

const settings = {
  url,
  event_types: z
    .array(webhookEventTypeSchema)
    .min(1)
    .max(WEBHOOK_EVENT_TYPES.length)
    .nullable()
    .meta({ description: 'Event types to receive; null: all' }),
  description: line(200).nullable(),
  enabled: z.boolean(),
  rate_limit_per_second: z.int().min(1).max(1000).nullable().meta({
    description:
      'Most attempts that begin in a second, evenly spaced; null: as many as the receiver takes, at most ten at a time',
  }),
  ordering: z.enum(['none', 'resource']).meta({
    description:
      'resource: deliveries about one guest or queue come strictly one after the other, in the order of their sequence; ' +
      'one that fails holds back the later ones of its resource, and no others, until it is delivered or finally failed',
  }),
}

const optionalSettings = exactPartial(settings)

export const webhookEndpointCreateSchema = z.strictObject({ ...optionalSettings, url: settings.url }).meta({
  id: 'WebhookEndpointCreate',
  examples: [{ url: 'https://example.com/usher', event_types: ['guest.added', 'guest.seated'] }],
})

export const webhookEndpointUpdateSchema = z
  .strictObject(optionalSettings)
  .meta({ id: 'WebhookEndpointUpdate', examples: [{ enabled: true }] })

export const webhookEndpointSchema = z
  .object({
    id: idOf('webhookEndpoint'),
    ...settings,
    disabled_reason: z
      .string()
      .nullable()
      .meta({ description: 'Why the service itself disabled the endpoint: gone, or failing' }),
    secret_expires_at: timestamp
      .nullable()
      .meta({ description: 'Until when the secret before the last rotation still signs' }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'WebhookEndpoint' })

/** Answer of create and rotate-secret: the only times the secret is shown. */
export const webhookEndpointWithSecretSchema = z
  .object({ ...webhookEndpointSchema.shape, secret: z.string().meta({ description: 'whsec_ and base64' }) })
  .meta({ id: 'WebhookEndpointWithSecret' })

export type WebhookEndpoint = z.infer<typeof webhookEndpointSchema>
export type WebhookEndpointWithSecret = z.infer<typeof webhookEndpointWithSecretSchema>
export type WebhookEndpointCreate = z.infer<typeof webhookEndpointCreateSchema>
export type WebhookEndpointUpdate = z.infer<typeof webhookEndpointUpdateSchema>
