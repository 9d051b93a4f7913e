import { z } from 'zod'
import { having } from '../having.ts'
import { idOf } from '../ids.ts'
import { timestamp } from '../text.ts'

const count = z.int().min(0)

/** Changes made by a sync, on both sides together. */
const counts = {
  created: count.describe('Events and bookings made'),
  updated: count.describe('Events and bookings changed'),
  deleted: count.describe('Events deleted and bookings cancelled'),
  skipped: count.meta({ description: 'Looked at and the same on both sides' }),
  conflicts: count.meta({ description: 'Changed on both sides, or refused by a rule of bookings' }),
}

const progress = z
  .enum(['queued', 'running', 'completed', 'failed'])
  .meta({ id: 'CalendarSyncStatus', description: 'queued: has not begun yet' })

export const calendarSyncCreateSchema = z
  .strictObject({
    connection_id: idOf('calendarConnection').exactOptional().describe('Only this connection'),
    provider_id: idOf('provider').exactOptional().describe('Only the connections of this provider'),
  })
  .refine(({ connection_id, provider_id }) => connection_id === undefined || provider_id === undefined, {
    error: 'must name a connection or a provider, not both',
  })
  .meta({
    id: 'CalendarSyncCreate',
    description: 'Neither: all connections',
    not: having('connection_id', 'provider_id'),
    examples: [{}],
  })

export const calendarSyncSchema = z
  .object({
    id: idOf('calendarSync'),
    status: progress.meta({ description: 'failed: of a connection at least' }),
    ...counts,
    connections: z
      .array(
        z.object({
          connection_id: idOf('calendarConnection'),
          status: progress,
          ...counts,
          reason: z
            .enum(['needs_reauth', 'paused', 'disconnected', 'google_unavailable', 'internal'])
            .nullable()
            .meta({ description: 'Why it failed' }),
        }),
      )
      .describe('How far each connection is'),
    created_at: timestamp,
    completed_at: timestamp.nullable().describe('null: it is not over'),
  })
  .meta({ id: 'CalendarSync' })

export type CalendarSync = z.infer<typeof calendarSyncSchema>
export type CalendarSyncCreate = z.infer<typeof calendarSyncCreateSchema>
