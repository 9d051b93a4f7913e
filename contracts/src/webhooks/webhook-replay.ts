import { z } from 'zod'
import { wantedEventType } from '../events/event-pattern.ts'
import { idOf } from '../ids.ts'
import { instant, timestamp } from '../text.ts'

const SINCE = { description: 'Deliveries of events not before this time' }

const EVENT = { description: 'Event type, or a pattern; null: all' }

const which = {
  status: z.enum(['failed', 'all']).meta({
    description:
      'failed: what has not arrived, whether given up or waiting for its next attempt; all: what was delivered as well',
  }),
  event: z.string().max(100).nullable().meta(EVENT),
}

export const webhookReplayCreateSchema = z
  .strictObject({
    since: instant.meta(SINCE),
    status: which.status.default('failed'),
    event: wantedEventType.nullable().default(null).meta(EVENT),
  })
  .meta({ id: 'WebhookReplayCreate', examples: [{ since: '2026-01-01T00:00:00Z', status: 'failed' }] })

export const webhookReplaySchema = z
  .object({
    id: idOf('webhookReplay'),
    webhook_id: idOf('webhookEndpoint'),
    status: z.enum(['running', 'completed', 'stopped']).describe('stopped: ended early, see stopped_reason'),
    stopped_reason: z
      .enum(['receiver_failing', 'endpoint_disabled', 'endpoint_deleted'])
      .nullable()
      .meta({ description: 'Why it ended early; another replay goes on with what still is failed' }),
    filter: z.object({ since: timestamp.meta(SINCE), ...which }).describe('Which deliveries are made again'),
    total: z.int().min(0).meta({ description: 'Deliveries found when it began, counted up to 100,000' }),
    requeued: z.int().min(0).meta({ description: 'Deliveries handed over for an attempt so far' }),
    delivered: z.int().min(0).describe('Deliveries that arrived this time'),
    failed: z.int().min(0).meta({ description: 'Deliveries whose attempt failed once more' }),
    created_at: timestamp,
    completed_at: timestamp.nullable().describe('null: it is running'),
  })
  .meta({ id: 'WebhookReplay' })

export type WebhookReplay = z.infer<typeof webhookReplaySchema>
export type WebhookReplayCreate = z.infer<typeof webhookReplayCreateSchema>
