import { z } from 'zod'

/** Actions of guests and customers without a credential, by which refusals are counted. */
const action = z
  .enum(['join', 'hold', 'booking', 'code', 'guess', 'standby', 'move', 'check_in'])
  .meta({ id: 'RefusedAction', description: 'What was attempted; guess: a wrong code' })

/** Counts of attempts of guests and customers that limits refused, with nothing about who made them. */
export const refusalsSchema = z
  .object({
    data: z
      .array(
        z.object({
          date: z.iso.date().meta({ description: 'Day in UTC', examples: ['2026-11-28'] }),
          action,
          count: z.int().meta({ description: 'Refused attempts on that day' }),
        }),
      )
      .meta({ description: 'Of the last 30 days, newest first; days without any are left out' }),
  })
  .meta({ id: 'Refusals' })

export type Refusals = z.infer<typeof refusalsSchema>
