import { z } from 'zod'
import { resolveTimes } from './opening-times.ts'
import { checkRules } from './scenario-rules.ts'

const clock = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time of day such as 09:30' })
  .transform((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)))

const minutes = z.number().positive().max(1440)
const share = z.number().min(0).max(1)
const weekday = z.enum(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'])

const party = z.strictObject({ size: z.int().min(1).max(99), weight: z.number().positive() })

const service = z.strictObject({
  distribution: z.enum(['fixed', 'exponential', 'gamma', 'lognormal', 'pareto']),
  mean_minutes: minutes,
  minutes_per_further_person: z.number().min(0).max(600).default(0),
  variation: z.number().min(0).max(3).default(0.5),
  tail: z.number().min(1.1).max(10).optional(),
})

const laneStep = z.strictObject({
  from: clock,
  lanes: z.int().min(0).max(1000),
  days: z.array(weekday).min(1).optional(),
  announced: z.boolean().default(true),
  share_of_days: share.default(1),
})

const table = z.strictObject({ seats: z.int().min(1).max(99), count: z.int().min(1).max(1000) })

const departures = z.strictObject({
  every_minutes: minutes,
  parties: z.int().min(1).max(1000).optional(),
  people: z.int().min(1).max(10_000).optional(),
  variation: share.default(0),
})

const slow = z.strictObject({
  from: clock,
  to: clock,
  factor: z.number().positive().max(10),
  share_of_days: share,
})

/** Schema of a venue file; docs/wait-venues.md has what each field means. */
const venueSchema = z.strictObject({
  name: z.string().min(1).max(60),
  description: z.string(),
  seed: z.int().min(0),
  opens: clock,
  closes: clock,
  history_days: z.int().min(0).max(366),
  scored_days: z.int().min(1).max(366),
  settings: z.strictObject({ service_minutes: minutes }),
  arrivals: z.array(z.strictObject({ from: clock, per_hour: z.number().min(0).max(1000) })).min(1),
  weekdays: z.array(z.number().min(0).max(10)).length(7).default([1, 1, 1, 1, 1, 1, 1]),
  parties: z.array(party).min(1),
  priority_share: share.default(0),
  service,
  day_variation: share.default(0),
  drift_per_week: z.number().min(0.5).max(2).default(1),
  slow: slow.optional(),
  lanes: z.array(laneStep).min(1),
  tables: z.array(table).min(1).optional(),
  departures: departures.optional(),
  patience_minutes: z.number().positive().nullable(),
  silent_share: share.default(0),
  no_shows: z.strictObject({ share: share, grace_minutes: z.number().min(0).max(120) }).optional(),
  late_entry: z.strictObject({ every_minutes: minutes, share_of_days: share.default(1) }).optional(),
  outage: z.strictObject({ from: clock, to: clock, share_of_days: share }).optional(),
  forgets_overnight: z.boolean().default(false),
})

/** The same, checked as a whole; times after midnight count from the midnight before the opening. */
export const scenarioSchema = venueSchema.transform(resolveTimes).superRefine(checkRules)

export type Venue = z.output<typeof venueSchema>

/** A venue with times in minutes after the midnight before its opening. */
export type Scenario = z.output<typeof scenarioSchema>
