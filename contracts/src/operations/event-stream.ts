import { z } from 'zod'
import { eventTypesOf } from '../events/event-pattern.ts'
import { defineOperation, EVENT_STREAM, textStream } from '../operation.ts'

/** Event types and patterns joined by commas, as the types they stand for. */
const types = z
  .string()
  .max(1_000)
  .transform((list) => list.split(',').map((one) => one.trim()))
  .refine((wanted) => wanted.every((one) => eventTypesOf(one).length > 0), {
    error: 'must be event types, or patterns such as guest.*, joined by commas',
    params: { code: 'unknown_event_type' },
  })
  .transform((wanted) => [...new Set(wanted.flatMap(eventTypesOf))])
  .meta({
    description: 'Only these event types, or patterns such as guest.*, joined by commas',
    pattern: '^[a-z_]+\\.[a-z_*]+(?:,[a-z_]+\\.[a-z_*]+)*$',
  })

export const streamEvents = defineOperation({
  id: 'streamEvents',
  tag: 'Webhooks',
  service: 'webhook-delivery',
  scope: 'webhooks:manage',
  method: 'get',
  path: '/v1/events/stream',
  summary:
    'Follow the events of the organisation, each with the body of a webhook. After `ready` no event is missed; with Last-Event-ID the stream resumes, and `missed` says that some events are no longer kept',
  query: z.strictObject({ types: types.optional() }),
  status: 200,
  answer: textStream,
  media: [EVENT_STREAM],
  errors: [],
})
