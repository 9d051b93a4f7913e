import { z } from 'zod'
import { idOf } from '../ids.ts'
import { timestamp } from '../text.ts'
import { guestSchema } from './guest.ts'

/** Why somebody was called, and not the one before (docs/fair-line.md). */
export const LINE_CLAUSES = [
  'arrival',
  'booking_due',
  'late_booking',
  'backfill',
  'walk_in_share',
  'early_gap',
  'line_order',
  'separate_lines',
] as const

export const lineClauseSchema = z.enum(LINE_CLAUSES).meta({
  id: 'LineClause',
  description:
    'arrival: the first to arrive. booking_due: a booking whose time has come. late_booking: a booking that is late. backfill: a walk-in who is done before the next booking. walk_in_share: walk-ins have a share of the calls. early_gap: a booking before its time, as nobody is delayed by it. line_order: the order of the line, by priority or as staff moved guests. separate_lines: the turn of the other line',
})

/** Why somebody stands where they stand in a line, besides the clauses by which they are expected to be called. */
export const LINE_WHYS = [
  ...LINE_CLAUSES,
  'not_here_yet',
  'waits_for_time',
  'came_late',
  'called',
  'away',
  'booking_cancelled',
  'moved_by_staff',
] as const

const whySchema = z.enum(LINE_WHYS).meta({
  id: 'LineWhy',
  description:
    'A clause by which they will probably be called, or: not_here_yet: expected. waits_for_time: here before the booked time. came_late: came too late for it. called: was called. away: keeps the place but is not called yet. booking_cancelled: the booking was cancelled since they are here. moved_by_staff: staff chose the place',
})

/** Somebody who waits in a queue, was called, or has a booking and is expected. */
const lineEntrySchema = z
  .object({
    kind: z.enum(['guest', 'expected']).describe('expected: has a booking, and is not in the line yet'),
    guest_id: idOf('guest').nullable().meta({ description: 'null: not there yet' }),
    booking_id: idOf('booking').nullable().meta({ description: 'null: a walk-in' }),
    name: z.string().describe('Name of the guest or customer'),
    party_size: z.int().describe('How many people'),
    booked_start: timestamp.nullable().describe('When the booking begins; null: a walk-in'),
    arrived_at: timestamp.nullable().meta({ description: 'When they joined the line; null: not yet' }),
    position: z.int().min(1).nullable().meta({ description: 'Of the guest in the queue; null: expected' }),
    predicted_start: z.object({ p50: timestamp, p90: timestamp }).nullable().meta({
      description: 'When their turn comes by half and by nine of ten chances; null: called already',
    }),
    why: z.array(whySchema).meta({ description: 'Why they stand here' }),
  })
  .meta({ id: 'LineEntry' })

export const queueLineSchema = z
  .object({
    data: z.array(lineEntrySchema).meta({ description: 'In the order of their turns' }),
    as_of: timestamp.nullable().meta({
      description:
        'Up to when all changes of bookings are known; null: nothing was heard yet, or the queue expects no bookings',
    }),
    is_stale: z.boolean().meta({
      description: 'Whether as_of is too old: nobody is called ahead of a booking that is due',
    }),
    next: z
      .object({ guest_id: idOf('guest'), clause: lineClauseSchema })
      .nullable()
      .meta({ description: 'Whom call-next would call now, and why; null: nobody' }),
    kept_until: timestamp.nullable().meta({
      description: 'Until when a place is kept for a booking, where somebody waits and nobody is called',
    }),
    line_version: z.int().describe('Counts the changes of the line, as in its stream'),
  })
  .meta({ id: 'QueueLine' })

export const calledGuestSchema = z
  .object({
    ...guestSchema.shape,
    clause: lineClauseSchema
      .nullable()
      .meta({ description: 'Why this guest was the next; null: the queue expects no bookings' }),
  })
  .meta({ id: 'CalledGuest' })

export type LineWhy = z.infer<typeof whySchema>
export type LineClause = z.infer<typeof lineClauseSchema>
export type LineEntry = z.infer<typeof lineEntrySchema>
export type QueueLine = z.infer<typeof queueLineSchema>
