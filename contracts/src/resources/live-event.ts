import { z } from 'zod'
import { timestamp } from '../text.ts'
import { queueSchema } from './queue.ts'

/** The data of an event in a queue's stream, whose name is the event type. */
const queueEventSchema = z.object({
  event: z.string(),
  timestamp,
  sequence: z
    .int()
    .min(1)
    .meta({ description: 'Counts the events of one guest or queue from 1 without gap' }),
  data: z.unknown().meta({ description: 'As in webhooks' }),
})

/** The data of `snapshot`: start over from here, as earlier events are unknown. */
const snapshotSchema = z.object({
  queue: queueSchema.nullable().meta({ description: 'null without the scope queues:read' }),
})

export type QueueStreamEvent = z.infer<typeof queueEventSchema>
export type QueueStreamSnapshot = z.infer<typeof snapshotSchema>
