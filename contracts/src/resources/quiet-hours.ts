import { z } from 'zod'
import { clockTime } from './queue.ts'

/** Local times between which messages wait. An end before the start is on the next day. */
export const quietHoursSchema = z
  .strictObject({ start: clockTime, end: clockTime })
  .refine(({ start, end }) => start !== end, {
    path: ['end'],
    error: 'must differ from the start',
    params: { code: 'empty_range' },
  })

export type QuietHours = z.infer<typeof quietHoursSchema>
