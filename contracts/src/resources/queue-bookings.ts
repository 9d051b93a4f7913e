import { z } from 'zod'
import { idOf } from '../ids.ts'

/** How bookings and walk-ins share the places of a queue (docs/fair-line.md). */
export const LINE_MODES = ['merge', 'precedence', 'separate'] as const

const minutes = (most: number, preset: number, description: string) =>
  z.int().min(0).max(most).default(preset).meta({ description })

/** The bookings that a queue expects, and how they share its places with walk-ins. */
export const queueBookingsSchema = z
  .strictObject({
    service_type_ids: z
      .array(idOf('serviceType'))
      .min(1)
      .max(50)
      .refine((all) => new Set(all).size === all.length, {
        error: 'must not repeat a service type',
        params: { code: 'repeated' },
      })
      .meta({ uniqueItems: true, description: 'Bookings of these service types are expected in the queue' }),
    mode: z.enum(LINE_MODES).default('merge').meta({
      id: 'LineMode',
      description:
        'merge: one line in which a booking has its time. precedence: bookings that are due go before all walk-ins. separate: two lines that take turns by walk_in_share',
    }),
    early_minutes: minutes(
      240,
      30,
      'How long before its time a booking can be called, if nobody is delayed by it',
    ),
    late_minutes: minutes(240, 15, 'Who arrives later than this after the booked time waits as a walk-in'),
    tolerance_minutes: minutes(60, 5, 'How long after its time a booking on time is still called on time'),
    walk_in_share: z
      .number()
      .min(0)
      .max(1)
      .default(0.3)
      .meta({ description: 'Share of the calls of an hour that walk-ins have at least' }),
  })
  .meta({ id: 'QueueBookings' })

export type QueueBookings = z.infer<typeof queueBookingsSchema>
