import { z } from 'zod'
import { idOf } from '../ids.ts'
import { timestamp } from '../text.ts'

const minutes = z
  .object({
    p50: z.number().describe('Half of the guests waited no longer'),
    p90: z.number().describe('Nine of ten guests waited no longer'),
    mean: z.number().describe('Average'),
    count: z.int().meta({ description: 'Guests with such a wait, as weight when means are combined' }),
  })
  .nullable()
  .meta({ description: 'In minutes; null where nobody is counted' })

const counts = {
  arrivals: z.int().describe('Parties that joined'),
  seated: z.int().describe('Of those, how many were seated'),
  no_show: z.int().describe('Of those, how many did not come when called'),
  left: z.int().describe('Of those, how many left by themselves'),
  removed: z.int().describe('Of those, how many staff removed'),
  in_line: z.int().meta({ description: 'Still waiting or notified' }),
  actual_wait: minutes.meta({
    description: 'From joining to being notified, or seated where nobody notified',
  }),
  quoted_wait: minutes.describe('Promised at joining, in minutes; null where nobody is counted'),
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
      .object({
        mean_absolute: z.number().describe('Average difference, whichever way'),
        bias: z.number().describe('Average difference; negative: quotes were too short'),
      })
      .nullable()
      .meta({ description: 'Quoted minus actual wait, in minutes' }),
    days: z
      .array(
        z.object({
          date: z.iso.date().describe('Local date, YYYY-MM-DD'),
          arrivals: z.int().describe('Parties that joined'),
          guests: z.int().describe('People of all parties together'),
        }),
      )
      .meta({
        description: "By day of joining in the queue's time zone; days on which nobody joined are left out",
      }),
    hours: z
      .array(
        z.object({
          weekday: z.int().min(1).max(7).describe('1: Monday, 7: Sunday'),
          hour: z.int().min(0).max(23).describe('Hour of the day in local time'),
          ...counts,
        }),
      )
      .meta({
        description: 'By weekday (1: Monday) and hour of joining; those in which nobody joined are left out',
      }),
  })
  .meta({ id: 'QueueStatistics' })

export type QueueStatistics = z.infer<typeof queueStatisticsSchema>
