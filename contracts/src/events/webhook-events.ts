import { z } from 'zod'
import { idOf } from '../ids.ts'
import { timestamp } from '../text.ts'
import { defineEvent } from './define-event.ts'

const endpoint = {
  id: idOf('webhookEndpoint'),
  url: z.string().meta({ description: 'Without the query, which may hold secrets' }),
  failing_since: timestamp.nullable(),
}

/** A receiver has failed for days: its owners are alerted before it is disabled. */
export const webhookEndpointFailing = defineEvent({
  type: 'webhook_endpoint.failing',
  version: 1,
  producer: 'webhook-delivery',
  summary: 'A webhook endpoint has brought nothing but failures for two days',
  data: z.object({ ...endpoint, disables_at: timestamp }),
})

/** The service disabled an endpoint; events meanwhile are kept for replay. */
export const webhookEndpointDisabled = defineEvent({
  type: 'webhook_endpoint.disabled',
  version: 1,
  producer: 'webhook-delivery',
  summary: 'A webhook endpoint was disabled, as it is gone or has failed for five days',
  data: z.object({
    ...endpoint,
    reason: z.enum(['gone', 'failing']),
    disabled_at: timestamp,
    missed_since: timestamp.meta({
      description: 'Since when deliveries have failed that a replay can repeat',
    }),
  }),
})
