import { z } from 'zod'
import { idOf } from '../ids.ts'
import { timestamp } from '../text.ts'
import { SLOT_RULES, slotSchema } from './availability.ts'

/** A visit that could not be booked. */
export const seriesClashSchema = z
  .object({
    start: timestamp.meta({ description: 'Of the service that clashes' }),
    service_type_id: idOf('serviceType'),
    code: z
      .enum(['slot_unavailable', 'limit_reached'])
      .describe('limit_reached: the customer has as many bookings on that day as are allowed'),
    rules: z.array(z.enum(SLOT_RULES)).meta({ description: 'What keeps the time from being booked' }),
    nearest: slotSchema
      .nullable()
      .meta({ description: 'The nearest time that can be booked; null after the fifth clash' }),
  })
  .meta({ id: 'SeriesClash' })

export type SeriesClash = z.infer<typeof seriesClashSchema>
