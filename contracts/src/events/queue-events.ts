import { z } from 'zod'
import { idOf } from '../ids.ts'
import { queueSettingsSchema } from '../resources/queue.ts'
import { defineEvent } from './define-event.ts'

const queueEvent = <const Type extends string>(type: Type, summary: string) =>
  defineEvent({ type, version: 1, producer: 'queue', summary, data: queueSettingsSchema })

export const queueCreated = queueEvent('queue.created', 'A new queue was created')
/** Settings were changed, or staff counted the free places. */
export const queueUpdated = defineEvent({
  type: 'queue.updated',
  version: 1,
  producer: 'queue',
  summary: 'Queue settings were changed',
  data: queueSettingsSchema.extend({
    free_places: z
      .int()
      .min(0)
      .exactOptional()
      .meta({ description: 'How many places are free, if staff have just counted them' }),
  }),
})
export const queuePaused = queueEvent('queue.paused', 'A queue was paused')
export const queueResumed = queueEvent('queue.resumed', 'A queue was resumed')

/** Not for webhooks: the events of bookings say the same. */
export const queueLineChanged = defineEvent({
  type: 'queue_line.changed',
  version: 1,
  producer: 'queue',
  summary: 'The bookings expected in a queue changed',
  data: z.object({ queue_id: idOf('queue') }),
})
