import { z } from 'zod'
import { WEBHOOK_EVENT_TYPES } from '../events/index.ts'
import { idOf } from '../ids.ts'
import { livemode } from '../resources/livemode.ts'
import { timestamp } from '../text.ts'
import { shownVersion } from '../versions/api-versions.ts'

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const

export const deliveryStatusSchema = z
  .enum(DELIVERY_STATUSES)
  .meta({ id: 'DeliveryStatus', description: 'pending: is attempted again; failed: was given up' })

const part = z.int().min(0).nullable()

const attemptSchema = z
  .object({
    number: z.int().min(1).describe('1 for the first'),
    trigger: z.enum(['automatic', 'manual']).describe('manual: somebody asked for it'),
    started_at: timestamp,
    duration_ms: z.int().min(0).describe('From looking up the host to the end of the answer'),
    timings: z
      .object({
        dns_ms: part.meta({ description: 'Looking the host name up' }),
        connect_ms: part.meta({ description: 'Connecting, the look-up and TLS included' }),
        first_byte_ms: part.meta({ description: 'From the start of the attempt to the head of the answer' }),
      })
      .meta({
        description:
          'Parts of duration_ms; null for what there was not, as on a connection that was open already',
      }),
    request: z
      .object({
        url: z.string().describe('Where it was posted'),
        headers: z
          .record(z.string(), z.string())
          .describe('As they were sent, values of your custom headers hidden'),
      })
      .describe('What was sent, with the body of the delivery'),
    response: z
      .object({
        status: z.int().describe('HTTP status'),
        headers: z.record(z.string(), z.string()).describe('As they came'),
        body: z.string().describe('As text'),
      })
      .nullable()
      .meta({ description: 'null where no answer came; the body is cut after 4 kB' }),
    error: z.string().nullable().meta({ description: 'What went wrong, in plain words' }),
  })
  .meta({ id: 'DeliveryAttempt' })

export const deliverySchema = z
  .object({
    id: idOf('delivery'),
    webhook_id: idOf('webhookEndpoint'),
    event_id: idOf('event'),
    event: z.string().describe('Event type'),
    sequence: z.int().min(1).meta({ description: 'Number of the event among those of its guest or queue' }),
    status: deliveryStatusSchema,
    api_version: shownVersion.meta({
      description:
        'Version of the API that the body has, in all attempts and replays: that of its endpoint when it was made',
    }),
    body: z.string().meta({ description: 'The exact body that is signed and sent' }),
    attempts: z.array(attemptSchema).describe('Oldest first'),
    test: z.boolean().meta({ description: 'An example that was sent as a test: never repeated' }),
    next_attempt_at: timestamp.nullable().describe('null: there is none any more'),
    created_at: timestamp,
    completed_at: timestamp.nullable().describe('When it was delivered or given up; null: pending'),
    redacted_at: timestamp.nullable().meta({ description: 'When the data of a guest was erased from it' }),
    livemode,
  })
  .meta({ id: 'Delivery' })

export const webhookTestSchema = z
  .strictObject({ event_type: z.enum(WEBHOOK_EVENT_TYPES).describe('Whose example is sent') })
  .meta({ id: 'WebhookTest', examples: [{ event_type: 'guest.added' }] })

export type Delivery = z.infer<typeof deliverySchema>
export type DeliveryAttempt = z.infer<typeof attemptSchema>
