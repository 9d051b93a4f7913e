import { z } from 'zod'
import { idOf } from '../ids.ts'
import { exactPartial } from '../partial.ts'
import { timestamp } from '../text.ts'
import { quietHoursSchema } from './quiet-hours.ts'

const said = (description: string) => z.boolean().meta({ description })

/** Automatic messages to guests, each with its switch. */
const automatic = {
  added: said('When they join'),
  almost_ready: said('When they come to the almost_ready_position of the queue'),
  ready: said('When they are called. Words chosen for a call are sent in any case'),
  reminder: said('When they were called and have not come'),
  no_show: said('When their place was given away as they did not come'),
  requeued: said('When they are back in the line, as it was undone that they had left'),
}

const settings = {
  reminder_after_minutes: z
    .int()
    .min(1)
    .max(120)
    .meta({ description: 'Minutes from calling a guest to the reminder' }),
  quiet_hours: quietHoursSchema
    .nullable()
    .describe(
      'Local times of the queue between which only what a guest in the line waits for is sent; an end before the start is on the next day; null: none',
    ),
}

/** Default settings of a queue. */
export const QUEUE_MESSAGES_DEFAULTS = {
  automatic: {
    added: true,
    almost_ready: true,
    ready: true,
    reminder: false,
    no_show: false,
    requeued: true,
  },
  reminder_after_minutes: 5,
  quiet_hours: null,
} as const

export const queueMessagesSchema = z
  .object({
    queue_id: idOf('queue'),
    automatic: z.object(automatic).describe('Which messages are sent by themselves'),
    ...settings,
    updated_at: timestamp.nullable().meta({ description: 'null: never changed' }),
  })
  .meta({ id: 'QueueMessages' })

export const queueMessagesUpdateSchema = z
  .strictObject(
    exactPartial({
      automatic: z
        .strictObject(exactPartial(automatic))
        .describe('Which messages are sent by themselves; others stay'),
      ...settings,
    }),
  )
  .meta({
    id: 'QueueMessagesUpdate',
    examples: [{ automatic: { reminder: true }, quiet_hours: { start: '22:00', end: '08:00' } }],
  })

export type QueueMessages = z.infer<typeof queueMessagesSchema>
export type QueueMessagesUpdate = z.infer<typeof queueMessagesUpdateSchema>
