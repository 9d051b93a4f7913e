import { z } from 'zod'
import { instant, timestamp } from '../text.ts'

export const estimateAccuracyQuery = z.strictObject({
  from: instant.optional().meta({ description: 'Left out: 28 days before the end' }),
  to: instant.optional().meta({ description: 'Not included; left out: now' }),
  interval: z
    .enum(['day', 'week', 'month', 'total'])
    .default('day')
    .meta({ description: "In the queue's time zone; weeks begin on Monday" }),
})

const minutes = z.number().nullable()

const figures = {
  quotes: z.int().meta({ description: 'Waits quoted at adding whose outcome became known' }),
  served: z.int().meta({ description: 'Guests notified, or seated without: the other figures are theirs' }),
  abandoned: z.int().meta({ description: 'Guests removed or marked as no-show before being notified' }),
  mean_wait: minutes.meta({ description: 'Minutes; null where nobody was served, like the following' }),
  mean_absolute_error: minutes.meta({ description: 'Minutes between quote and wait, on average' }),
  bias: minutes.meta({
    description: 'How many minutes too long quotes were, on average; negative: too short',
  }),
  coverage: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .meta({ description: 'Share of guests who waited no longer than the upper bound; 0.9 is meant' }),
  early: minutes.meta({
    description:
      'Minutes before the end of the quoted range at which guests were called, on average; negative: after it',
  }),
  renewed: z
    .object({
      count: z.int().min(1).meta({ description: 'Guests with such a quote' }),
      mean_absolute_error: z.number().meta({ description: 'Minutes between it and the rest of the wait' }),
      coverage: z
        .number()
        .min(0)
        .max(1)
        .describe('Share of guests who waited no longer than its upper bound'),
    })
    .nullable()
    .meta({
      description:
        'How well a second quote came true, made while a guest was in the middle of the line; null: there was none',
    }),
}

export const estimateAccuracySchema = z
  .object({
    data: z
      .array(z.object({ start: timestamp, ...figures }))
      .meta({ description: 'By time of the outcome; intervals without one are left out' }),
    totals: z.object(figures).describe('Of the whole time asked for'),
    show_rate: z
      .object({
        rate: z.number().min(0).max(1).describe('From 0 to 1'),
        bookings: z.int().min(0).meta({ description: 'Recent bookings from which it is known' }),
      })
      .nullable()
      .meta({
        description:
          'Share of the bookings expected in the queue whose customers come, as waits count them; null: none are expected',
      }),
    from: timestamp,
    to: timestamp,
  })
  .meta({ id: 'EstimateAccuracy' })

export type EstimateAccuracyQuery = z.infer<typeof estimateAccuracyQuery>

export type EstimateAccuracy = z.infer<typeof estimateAccuracySchema>
