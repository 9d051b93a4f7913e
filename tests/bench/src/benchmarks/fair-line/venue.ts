import { z } from 'zod'
import { arrivals, clock, distribution, hasTailIfNeeded, share, TAIL_ERROR, tail } from '../venues.ts'

const minutes = z.number().positive().max(600)
const fewMinutes = z.number().min(0).max(240)
const variation = z.number().min(0.01).max(3)

const service = z.strictObject({
  name: z.string().min(1).max(40),
  distribution,
  mean_minutes: minutes,
  variation: variation.default(0.5),
  tail,
  walk_in_weight: z.number().min(0),
  booking_weight: z.number().min(0),
})

const slots = z.strictObject({
  from: clock,
  to: clock,
  every_minutes: minutes,
  places: z.int().min(1).max(100),
})

/** Schema of a venue file; docs/fair-line.md has what each field means. */
export const venueSchema = z
  .strictObject({
    name: z.string().min(1).max(40),
    description: z.string(),
    opens: clock,
    closes: clock,
    days: z.int().min(1).max(2000),
    rules: z.strictObject({
      early_minutes: fewMinutes,
      late_minutes: fewMinutes,
      tolerance_minutes: fewMinutes,
      walk_in_share: share,
    }),
    lanes: z.array(z.strictObject({ from: clock, lanes: z.int().min(1).max(100) })).min(1),
    services: z.array(service).min(1),
    walk_ins: arrivals,
    bookings: z.strictObject({
      slots: z.array(slots),
      filled_share: share,
      no_show_share: share,
      late_share: share,
      late_mean_minutes: minutes,
      early_mean_minutes: minutes,
      early_variation: variation,
    }),
  })
  .refine(({ opens, closes }) => opens < closes, { path: ['closes'], error: 'must be after opens' })
  .refine(({ services }) => services.every(hasTailIfNeeded), { path: ['services'], error: TAIL_ERROR })
  .refine(
    ({ services }) =>
      services.some((one) => one.walk_in_weight > 0) && services.some((one) => one.booking_weight > 0),
    { path: ['services'], error: 'need one with walk_in_weight and one with booking_weight above 0' },
  )

/** A venue; times of day are minutes after midnight. */
export type Venue = z.output<typeof venueSchema>
