import { z } from 'zod'
import { idOf } from '../ids.ts'
import { instant, line, timestamp } from '../text.ts'
import { livemode } from './livemode.ts'

/** How far a test clock may be set beyond the real time, and advanced at a time, in days: two years. */
export const MAX_CLOCK_DAYS_AHEAD = 730

const FOR_YOURSELF = 'A name for yourself, such as that of a test; null: none'

export const testClockSchema = z
  .object({
    id: idOf('testClock'),
    livemode,
    name: z.string().nullable().meta({ description: FOR_YOURSELF }),
    now: timestamp.meta({ description: 'The time of the clock' }),
    status: z.enum(['ready', 'advancing', 'failed']).meta({
      description:
        'advancing: not yet at `advancing_to`, and changes are refused; failed: it cannot be advanced any more: delete it',
    }),
    advancing_to: timestamp
      .nullable()
      .meta({ description: 'Time that it is advancing to; null: it is not advancing' }),
    created_at: timestamp.meta({ description: 'In real time' }),
    expires_at: timestamp.meta({
      description: 'When it is deleted with its data, in real time: 30 days after its last use',
    }),
  })
  .meta({ id: 'TestClock' })

export type TestClockView = z.infer<typeof testClockSchema>

export const testClockCreate = z
  .strictObject({
    name: line(100).nullable().default(null).meta({ description: FOR_YOURSELF }),
    now: instant.exactOptional().meta({
      description: 'Time at which it starts, in the past or up to two years ahead; the real time by default',
    }),
  })
  .meta({ id: 'TestClockCreate' })

export const testClockAdvance = z
  .strictObject({
    to: instant.meta({
      description:
        'Time at which it stops: `now` of the clock or later, up to two years ahead of that and of the real time',
    }),
  })
  .meta({ id: 'TestClockAdvance' })
