import { z } from 'zod'
import { idOf } from '../ids.ts'
import { timestamp } from '../text.ts'

/** What can happen to a guest, and thereby to the places of others. */
export const TIMELINE_TYPES = [
  'added',
  'notified',
  'moved',
  'seated',
  'removed',
  'no_show',
  'undone',
  'updated',
  'transferred',
] as const

export const timelineEntrySchema = z
  .object({
    at: timestamp,
    actor: z.string().meta({ description: 'API key, member, OAuth client, operator, guest or system' }),
    type: z
      .enum(TIMELINE_TYPES)
      .meta({ id: 'TimelineType', description: 'What happened, to this guest or to the one of caused_by' }),
    reason: z.string().nullable().meta({
      description:
        'As given by whoever did it; the priority class that gave a place; the clause by which the rules of the line chose who was called',
    }),
    position_before: z.int().min(1).nullable().meta({ description: 'null: not in the line' }),
    position_after: z.int().min(1).nullable().meta({ description: 'null: not in the line' }),
    caused_by: idOf('guest').nullable().meta({
      description:
        'The guest whose change moved this one, or who was called first; null for changes of this guest',
    }),
  })
  .meta({ id: 'TimelineEntry' })

export type TimelineType = (typeof TIMELINE_TYPES)[number]
export type TimelineEntry = z.infer<typeof timelineEntrySchema>
