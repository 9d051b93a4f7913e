import { z } from 'zod'
import { idOf } from '../ids.ts'
import { timestamp } from '../text.ts'

const minutes = z
  .object({
    ...{ p50: z.number(), p90: z.number(), mean: z.number() },
    count: z.int().meta({ description: 'Guests with such a wait, as weight when means are combined' }),
  })
  .nullable()
  .meta({ description: 'In minutes; null where nobody is counted' })

const counts = {
  arrivals: z.int(),
  seated: z.int(),
  no_show: z.int(),
  removed: z.int().meta({ description: 'Left, or removed by staff' }),
  in_line: z.int().meta({ description: 'Still waiting or notified' }),
  actual_wait: minutes.meta({
    description: 'From joining to being notified, or seated where nobody notified',
  }),
  quoted_wait: minutes,
}

/** Statistics on the guests who joined a queue in a period. */
export const queueStatisticsSchema = z
  .object({
    queue_id: idOf('queue'),
    from: timestamp,
    to: timestamp,
    timezone: z.string().meta({ description: 'Of the queue: its weekdays and hours' }),
    ...counts,
    guests: z.int().meta({ description: 'People of all parties together' }),
    quote_error: z
      .object({ mean_absolute: z.number(), bias: z.number() })
      .nullable()
      .meta({ description: 'Quoted minus actual wait, in minutes' }),
    days: z.array(z.object({ date: z.iso.date(), arrivals: z.int(), guests: z.int() })).meta({
      description: "By day of joining in the queue's time zone; days on which nobody joined are left out",
    }),
    hours: z
      .array(z.object({ weekday: z.int().min(1).max(7), hour: z.int().min(0).max(23), ...counts }))
      .meta({
        description: 'By weekday (1: Monday) and hour of joining; those in which nobody joined are left out',
      }),
  })
  .meta({ id: 'QueueStatistics' })

export type QueueStatistics = z.infer<typeof queueStatisticsSchema>
