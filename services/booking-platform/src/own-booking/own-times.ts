import type { OwnSlot } from '@usher/contracts'
import { asOf } from '../availability/as-of.ts'
import { findSlots, presentSlot, type Question } from '../availability/find-slots.ts'
import { fullDaysOf } from '../availability/full-days.ts'
import { rangeAsked, requireBounded } from '../availability/range-asked.ts'
import { searchCost } from '../availability/work.ts'
import { type BookingRecord, requireAhead, requireOpen } from '../bookings/booking.ts'
import type { BookingPlatformContext } from '../context.ts'
import { moveRequestOf } from '../scheduling/change-booking.ts'
import { cancelUntilOf } from '../service-types/service-type.ts'
import { localDays } from '../slots/local-days.ts'

const MAX_DAYS = 14

interface TimesRequest {
  readonly from: string
  readonly to: string
  readonly timezone?: string | undefined
  /** Address of the client that asks. */
  readonly address: string
}

/**
 * The times to which a customer can move their booking, by the same rules as the move. The booking's own time
 * counts as free; its seats, duration and, if still bookable, provider stay.
 *
 * @throws ProblemError `invalid_transition`, `validation_failed`, `rate_limited`
 */
export async function ownTimes(
  ctx: BookingPlatformContext,
  booking: BookingRecord,
  asked: TimesRequest,
): Promise<{ data: OwnSlot[]; as_of: string }> {
  requireOpen(booking, 'moved')
  const type = await ctx.serviceTypes.require(booking.organization_id, booking.service_type_id)
  requireAhead(booking, { now: ctx.clock.now(), until: cancelUntilOf(type) })
  const range = rangeAsked(asked, asked.timezone ?? booking.time_zone, MAX_DAYS)
  const question: Question = { ...(await moveRequestOf(ctx, type, booking)), range }
  requireBounded(question)
  const cost = searchCost(question, localDays(range, question.timezone).length)
  await ctx.searches.spend(cost, { address: asked.address, page: booking.organization_id })
  const full = await fullDaysOf(ctx, question, range)
  const customers = await ctx.limits.fullDaysOfCustomer(type, booking, range)
  const fullDays = full.union(customers)
  const { spec } = question
  const data = (await findSlots(ctx, { ...question, fullDays })).map((slot) => {
    const { provider_ids: _, ...shown } = presentSlot(slot, spec)
    return shown
  })
  return { data, as_of: await asOf(ctx, question) }
}
