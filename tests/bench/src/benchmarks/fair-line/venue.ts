import { z } from 'zod'
import { clock } from '../venue-files.ts'

const minutes = z.number().positive().max(600)
const share = z.number().min(0).max(1)

const service = z.strictObject({
  name: z.string().min(1).max(40),
  distribution: z.enum(['fixed', 'exponential', 'gamma', 'lognormal', 'pareto']),
  mean_minutes: minutes,
  variation: z.number().min(0.01).max(3).default(0.5),
  tail: z.number().min(1.1).max(10).optional(),
  walk_in_weight: z.number().min(0),
  booking_weight: z.number().min(0),
})

const slots = z.strictObject({
  from: clock,
  to: clock,
  every_minutes: minutes,
  places: z.int().min(1).max(100),
})

const rules = z.strictObject({
  early_minutes: z.number().min(0).max(240),
  late_minutes: z.number().min(0).max(240),
  tolerance_minutes: z.number().min(0).max(240),
  walk_in_share: share,
})

/** Schema of a venue file; docs/fair-line.md has what each field means. */
export const venueSchema = z
  .strictObject({
    name: z.string().min(1).max(40),
    description: z.string(),
    opens: clock,
    closes: clock,
    days: z.int().min(1).max(2000),
    rules,
    lanes: z.array(z.strictObject({ from: clock, lanes: z.int().min(1).max(100) })).min(1),
    services: z.array(service).min(1),
    walk_ins: z.array(z.strictObject({ from: clock, per_hour: z.number().min(0).max(1000) })).min(1),
    bookings: z.strictObject({
      slots: z.array(slots),
      filled_share: share,
      no_show_share: share,
      late_share: share,
      late_mean_minutes: minutes,
      early_mean_minutes: minutes,
      early_variation: z.number().min(0.01).max(3),
    }),
  })
  .refine(({ opens, closes }) => opens < closes, { path: ['closes'], error: 'must be after opens' })
  .refine(
    ({ services }) => services.every((one) => (one.distribution === 'pareto') === (one.tail !== undefined)),
    {
      path: ['services'],
      error: 'tail is needed for a pareto distribution, and for no other',
    },
  )
  .refine(
    ({ services }) =>
      services.some((one) => one.walk_in_weight > 0) && services.some((one) => one.booking_weight > 0),
    { path: ['services'], error: 'need one with walk_in_weight and one with booking_weight above 0' },
  )

/** A venue; times of day are minutes after midnight. */
export type Venue = z.output<typeof venueSchema>
