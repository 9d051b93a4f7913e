import { z } from 'zod'
import { timestamp } from '../text.ts'
import { guestSchema } from './guest.ts'
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
  guest: guestSchema.exactOptional().meta({
    description: 'The guest of the event, at least as new as the event. If absent, read the guest',
  }),
})

/** The data of `snapshot`: start over from here, as earlier events are unknown. */
const snapshotSchema = z.object({
  queue: queueSchema.nullable().meta({ description: 'null without the scope queues:read' }),
  line_version: z
    .int()
    .meta({ description: 'Guests listed with this `line_version` or a later one need not be read again' }),
})

export type QueueStreamEvent = z.infer<typeof queueEventSchema>
export type QueueStreamSnapshot = z.infer<typeof snapshotSchema>
