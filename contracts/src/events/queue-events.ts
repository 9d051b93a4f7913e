import { z } from 'zod'
import { idOf } from '../ids.ts'
import { queueSettingsSchema } from '../resources/queue.ts'
import { defineEvent } from './define-event.ts'

/** A queue in events. */
const queue = queueSettingsSchema.extend({
  join: z
    .object({ slug: z.string(), country: z.string() })
    .optional()
    .meta({ description: 'Slug of the join page, and whose national notation of phones is accepted on it' }),
})

const INSIDE = ['join'] as const

const queueEvent = <const Type extends string>(type: Type, summary: string) =>
  defineEvent({ type, version: 1, producer: 'queue', summary, data: queue, inside: INSIDE })

export const queueCreated = queueEvent('queue.created', 'A new queue was created')
/** Settings were changed, or staff counted the free places. */
export const queueUpdated = defineEvent({
  type: 'queue.updated',
  version: 1,
  producer: 'queue',
  summary: 'Queue settings were changed',
  inside: INSIDE,
  data: queue.extend({
    free_places: z
      .int()
      .min(0)
      .exactOptional()
      .meta({ description: 'How many places are free, if staff have just counted them' }),
  }),
})
export const queuePaused = queueEvent('queue.paused', 'A queue was paused')
export const queueResumed = queueEvent('queue.resumed', 'A queue was resumed')

/** Events about queues that exist. */
export const QUEUE_EVENTS = [queueCreated, queueUpdated, queuePaused, queueResumed] as const

/** Not for webhooks yet. */
export const queueDeleted = defineEvent({
  type: 'queue.deleted',
  version: 1,
  producer: 'queue',
  summary: 'A queue was deleted',
  data: z.object({ id: idOf('queue') }),
})

/** Not for webhooks: the events of bookings say the same. */
export const queueLineChanged = defineEvent({
  type: 'queue_line.changed',
  version: 1,
  producer: 'queue',
  summary: 'The bookings expected in a queue changed',
  data: z.object({ queue_id: idOf('queue') }),
})
