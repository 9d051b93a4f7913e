import { z } from 'zod'

const clock = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time of day such as 09:30' })
  .transform((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)))

const minutes = z.number().positive().max(1440)
const share = z.number().min(0).max(1)

/** Schema of a venue file. Times of day are HH:MM, in order, within one day; each step holds until the next. */
export const scenarioSchema = z
  .strictObject({
    name: z.string().min(1).max(60),
    description: z.string(),
    seed: z.int().min(0).meta({ description: 'Another seed is another course of the same venue' }),
    opens: clock,
    closes: clock.meta({ description: 'Who still waits then is sent away, and counts as abandoned' }),
    history_days: z.int().min(0).max(366).meta({ description: 'Days that happened before, not scored' }),
    scored_days: z.int().min(1).max(366),
    settings: z
      .strictObject({ service_minutes: minutes })
      .meta({ description: 'What the venue has set, which need not be true' }),
    arrivals: z
      .array(z.strictObject({ from: clock, per_hour: z.number().min(0).max(1000) }))
      .min(1)
      .meta({ description: 'Poisson arrivals' }),
    weekdays: z
      .array(z.number().min(0).max(10))
      .length(7)
      .default([1, 1, 1, 1, 1, 1, 1])
      .meta({ description: 'Factors on the arrivals, Monday first' }),
    parties: z.array(z.strictObject({ size: z.int().min(1).max(99), weight: z.number().positive() })).min(1),
    service: z.strictObject({
      distribution: z.enum(['fixed', 'exponential', 'gamma', 'lognormal']),
      mean_minutes: minutes.meta({ description: 'Of a party of one' }),
      minutes_per_further_person: z.number().min(0).max(600).default(0),
      variation: share
        .or(z.number().max(3))
        .default(0.5)
        .meta({ description: 'Standard deviation over mean, for gamma and lognormal' }),
    }),
    day_variation: share.default(0).meta({
      description: 'Standard deviation of the factor that makes all services of a day slower or faster',
    }),
    slow: z
      .strictObject({ from: clock, to: clock, factor: z.number().positive().max(10), share_of_days: share })
      .optional()
      .meta({ description: 'Services that start in this time take longer, on some of the days' }),
    lanes: z
      .array(
        z.strictObject({
          from: clock,
          lanes: z.int().min(0).max(1000),
          announced: z.boolean().default(true).meta({ description: 'false: the setting stays as it was' }),
          share_of_days: share.default(1),
        }),
      )
      .min(1)
      .meta({ description: 'Parties served at once. A lane that closes finishes its party.' }),
    tables: z
      .array(z.strictObject({ seats: z.int().min(1).max(99), count: z.int().min(1).max(1000) }))
      .min(1)
      .optional()
      .meta({
        description: 'Tables in place of lanes: the first party that fits a free one gets the smallest',
      }),
    departures: z
      .strictObject({
        every_minutes: minutes,
        parties: z.int().min(1).max(1000),
        variation: share.default(0),
      })
      .optional()
      .meta({ description: 'Boats in place of lanes: each takes so many parties at once' }),
    forgets_overnight: z.boolean().default(false).meta({
      description:
        'true: who still waits at closing stays listed, and is noted as served on the next morning',
    }),
    patience_minutes: z.number().positive().nullable().meta({
      description: 'Mean of the exponential time after which a guest leaves unserved; null: nobody does',
    }),
  })
  .refine(({ opens, closes }) => opens < closes, { error: 'must close after it opens', path: ['closes'] })
  .meta({ id: 'WaitScenario' })

/** A scenario with times of day in minutes after midnight. */
export type Scenario = z.infer<typeof scenarioSchema>
