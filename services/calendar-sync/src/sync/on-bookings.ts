import { bookingCancelled, bookingCreated, bookingUpdated, type CloudEvent } from '@usher/contracts'
import { inTransaction, PermanentError } from '@usher/service-kit'
import { calendarKey } from './records/calendar-record.ts'
import { type BookingFacts, factsOf } from './rules/booking-facts.ts'
import type { SyncContext } from './sync-context.ts'

export const BOOKING_EVENTS = [bookingCreated, bookingUpdated, bookingCancelled] as const

/**
 * Applies booking events, and has the calendar events written. Safe to repeat, in any order: the latest known
 * revision counts.
 */
export const createBookingHandler =
  (ctx: SyncContext, wake: () => void) =>
  async (events: readonly CloudEvent[]): Promise<void> => {
    for (const event of events) {
      const definition = BOOKING_EVENTS.find(({ type }) => type === event.type)
      const parsed = definition?.data.safeParse(event.data)
      if (!parsed?.success) throw new PermanentError('not an event of a booking')
      const facts = factsOf(event.subject, event.sequence, parsed.data)
      await takeOver(ctx, event.organizationid, facts)
    }
    wake()
  }

async function takeOver(ctx: SyncContext, organizationId: string, facts: BookingFacts): Promise<void> {
  const now = ctx.clock.now()
  await inTransaction(ctx.connection, async (session) => {
    await ctx.bookings.put(organizationId, facts, session)
    const touched = await ctx.links.touchBooking(organizationId, facts.booking_id, now, session)
    const connection = await ctx.connections.findOfProvider(organizationId, facts.provider_id, session)
    const isWanted = facts.status !== 'cancelled' && facts.end > now
    if (connection && isWanted) {
      const key = calendarKey(connection._id, connection.calendar_id)
      const calendar = await ctx.calendars.find(key, session)
      if (calendar) await ctx.links.ensure(calendar, [facts], now, session)
      touched.push(key)
    }
    await ctx.calendars.wantPush(touched, now, session)
  })
}
