import type { SeriesClash } from '@usher/contracts'
import { newId, ProblemError } from '@usher/service-kit'
import { MINUTE_MS } from '@usher/service-kit/durations'
import type { ClientSession } from 'mongoose'
import { slotSpecOf } from '../availability/question.ts'
import type { BookingRecord } from '../bookings/booking.ts'
import type { BookingPlatformContext } from '../context.ts'
import { reservationOf } from '../ledger/ledger-store.ts'
import { type Booker, newBooking } from '../scheduling/book.ts'
import { SlotRefused } from '../scheduling/slot-refused.ts'
import { takeSlot } from '../scheduling/take-slot.ts'
import type { ServiceTypeRecord } from '../service-types/service-type.ts'

/** One service of a visit. */
export interface WantedService {
  readonly type: ServiceTypeRecord
  readonly providerId: string | undefined
  readonly minutes: number
  readonly seats: number
}

/** What all bookings of a series have in common. */
export type Common = Pick<BookingRecord, 'customer' | 'notes' | 'metadata' | 'answers' | 'source'>

interface Visit {
  readonly start: Date
  readonly services: readonly WantedService[]
  readonly booker: Booker
  readonly common: Common
}

/**
 * Takes the times of the services of one visit, each right after the one before: all of them, or none and the clash
 * that was found. The bookings are not saved yet.
 */
export async function takeVisit(
  session: ClientSession,
  ctx: BookingPlatformContext,
  { start, services, booker, common }: Visit,
): Promise<BookingRecord[] | SeriesClash> {
  const now = ctx.clock.now()
  const taken: BookingRecord[] = []
  let at = start
  for (const service of services) {
    const { type, minutes, seats } = service
    const id = newId('booking')
    try {
      const provider = await takeSlot(session, ctx, {
        organizationId: booker.organization_id,
        timezone: booker.timezone,
        type,
        spec: slotSpecOf(type, minutes, seats),
        providerId: service.providerId,
        start: at.getTime(),
        by: id,
        expires: null,
        followsAnother: taken.length > 0,
      })
      const booking = newBooking({ id, common, seats, minutes, start: at, type, provider, now })
      taken.push(booking)
      await ctx.limits.require(type, { before: null, after: booking }, session)
    } catch (error) {
      const clash = clashOf(error)
      if (!clash) throw error
      for (const booking of taken) await ctx.ledgers.release(reservationOf(booking), now, session)
      return { ...clash, start: at.toISOString(), service_type_id: type._id, nearest: null }
    }
    at = new Date(at.getTime() + minutes * MINUTE_MS)
  }
  return taken
}

function clashOf(error: unknown): Pick<SeriesClash, 'code' | 'rules'> | undefined {
  if (error instanceof SlotRefused) return { code: 'slot_unavailable', rules: [...error.rules] }
  const isLimit = error instanceof ProblemError && error.code === 'limit_reached'
  return isLimit ? { code: 'limit_reached', rules: [] } : undefined
}
