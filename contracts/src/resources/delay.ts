import { z } from 'zod'

/** Why a guest's turn comes later than was quoted. The first that holds is given. */
const DELAY_REASONS = ['booking_first', 'let_in_ahead', 'place_changed', 'fewer_servers', 'slower'] as const

/** How much later a waiting guest's turn is expected than was quoted, and why. */
export const delaySchema = z
  .object({
    minutes: z
      .int()
      .min(5)
      .meta({ description: 'How much later the turn is expected than was quoted at joining' }),
    reason: z
      .enum(DELAY_REASONS)
      .meta({
        id: 'DelayReason',
        description:
          'booking_first: parties with a booking were called first. let_in_ahead: parties behind were called first, and have not left since. place_changed: the guest was moved back or transferred, let others pass or is away. fewer_servers: the queue has fewer servers than when the wait was quoted. slower: parties take longer than at the time of the quote, by at least 20 of them, and no place is free',
      })
      .nullable()
      .meta({ description: 'null: not known, or the queue keeps reasons from its guests' }),
    let_in_ahead: z
      .object({
        parties: z.int().min(1).describe('How many parties were called first'),
        smallest: z.int().min(1).meta({ description: 'Size of the smallest of them, in people' }),
        largest: z.int().min(1).meta({ description: 'Size of the largest of them, in people' }),
      })
      .nullable()
      .meta({ description: 'The parties that were called first; null for the other reasons' }),
  })
  .meta({ id: 'Delay' })

export type Delay = z.infer<typeof delaySchema>
