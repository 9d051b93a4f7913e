import { z } from 'zod'
import { wantedEventType } from '../events/event-pattern.ts'
import { idOf } from '../ids.ts'
import { exactPartial } from '../partial.ts'
import { customHeadersSchema } from '../resources/custom-headers.ts'
import { livemode } from '../resources/livemode.ts'
import { line, timestamp } from '../text.ts'
import { chosenVersion, shownVersion } from '../versions/api-versions.ts'
import { webAddress } from '../web-address.ts'

const MAX_EVENT_TYPES = 50
const MAX_QUEUES = 100
const MAX_METADATA = 20

const url = webAddress(2_000).meta({ description: 'Where deliveries are posted' })

const metadata = z
  .record(
    z.string().regex(/^[\w-]{1,40}$/, { error: 'must be 1 to 40 letters, digits, underscores or hyphens' }),
    z.string().max(500),
  )
  .refine((given) => Object.keys(given).length <= MAX_METADATA, {
    error: `must have at most ${MAX_METADATA} keys`,
    params: { code: 'too_many_keys' },
  })
  .meta({
    description: 'Whatever you want to find with the endpoint; an update replaces all of it',
    maxProperties: MAX_METADATA,
  })

const EVENT_TYPES = { description: 'Event types to receive, or patterns such as guest.*; null: all' }

const settings = {
  url,
  event_types: z.array(wantedEventType).min(1).max(MAX_EVENT_TYPES).nullable().meta(EVENT_TYPES),
  queue_ids: z.array(idOf('queue')).min(1).max(MAX_QUEUES).nullable().meta({
    description:
      'Queues whose events to receive; null: all. What belongs to no queue is received in any case: leave its event types out to be without it.',
  }),
  description: line(200).nullable().describe('For people, to tell it from others; null: none'),
  metadata,
  enabled: z.boolean().describe('Whether deliveries are made'),
  rate_limit_per_second: z.int().min(1).max(1000).nullable().meta({
    description:
      'Most attempts that begin in a second, evenly spaced; null: as many as the receiver takes, at most a hundred at a time',
  }),
  ordering: z.enum(['none', 'resource']).meta({
    id: 'DeliveryOrdering',
    description:
      'resource: deliveries about one guest or queue come strictly one after the other, in the order of their sequence; ' +
      'one that fails holds back the later ones of its resource, and no others, until it is delivered or finally failed',
  }),
}

const API_VERSION = {
  description:
    'Version of the API in which deliveries of later events have their bodies; absent on creation: that of the request',
}

const optionalSettings = exactPartial({
  ...settings,
  headers: customHeadersSchema,
  api_version: chosenVersion.meta(API_VERSION),
})

export const webhookEndpointCreateSchema = z.strictObject({ ...optionalSettings, url: settings.url }).meta({
  id: 'WebhookEndpointCreate',
  examples: [{ url: 'https://example.com/usher', event_types: ['guest.*', 'queue.paused'] }],
})

export const webhookEndpointUpdateSchema = z
  .strictObject(optionalSettings)
  .meta({ id: 'WebhookEndpointUpdate', examples: [{ enabled: true }] })

export const webhookEndpointSchema = z
  .object({
    id: idOf('webhookEndpoint'),
    ...settings,
    // Later versions have more types.
    event_types: z.array(z.string()).nullable().meta(EVENT_TYPES),
    api_version: shownVersion.meta({ description: API_VERSION.description }),
    header_names: z.array(z.string()).meta({ description: 'The custom headers, without their values' }),
    disabled_reason: z
      .string()
      .nullable()
      .meta({ description: 'Why the service itself disabled the endpoint: gone, or failing' }),
    secret_expires_at: timestamp.nullable().meta({
      description:
        'Until when the secret before the last rotation still signs, unless there is another rotation before: only the last two sign',
    }),
    created_at: timestamp,
    updated_at: timestamp,
    livemode,
  })
  .meta({ id: 'WebhookEndpoint' })

const healthSchema = z.object({
  failing_since: timestamp.nullable().meta({ description: 'First failure since the last success' }),
  disables_at: timestamp
    .nullable()
    .meta({ description: 'When it is disabled if nothing but failures comes until then' }),
  pending: z.int().min(0).meta({ description: 'Deliveries still to be made, counted up to 10,000' }),
  oldest_pending_at: timestamp.nullable().describe('Since when one has been waiting; null: none is'),
  last_success_at: timestamp.nullable().meta({ description: 'Of the latest delivery that succeeded' }),
  last_attempt_at: timestamp.nullable().meta({ description: 'Of the latest deliveries' }),
})

const missedSchema = z.object({
  since: timestamp,
  deliveries: z.int().min(1).meta({ description: 'Counted up to 10,000' }),
  replay: z.string().meta({ description: 'Where to POST {"since": …} once the endpoint is enabled' }),
})

/** One endpoint, with its health. */
export const webhookEndpointDetailSchema = z
  .object({
    ...webhookEndpointSchema.shape,
    health: healthSchema.describe('How deliveries go'),
    missed: missedSchema
      .nullable()
      .meta({ description: 'What failed since the service disabled it; null once it was replayed' }),
  })
  .meta({ id: 'WebhookEndpointDetail' })

/** Answer of create and rotate-secret: the only times the secret is shown. */
export const webhookEndpointWithSecretSchema = z
  .object({ ...webhookEndpointSchema.shape, secret: z.string().meta({ description: 'whsec_ and base64' }) })
  .meta({ id: 'WebhookEndpointWithSecret' })

export type WebhookEndpoint = z.infer<typeof webhookEndpointSchema>
export type WebhookEndpointDetail = z.infer<typeof webhookEndpointDetailSchema>
export type WebhookEndpointWithSecret = z.infer<typeof webhookEndpointWithSecretSchema>
export type WebhookEndpointCreate = z.infer<typeof webhookEndpointCreateSchema>
export type WebhookEndpointUpdate = z.infer<typeof webhookEndpointUpdateSchema>
