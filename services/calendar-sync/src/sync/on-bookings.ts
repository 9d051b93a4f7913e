import { BOOKING_EVENTS, type CloudEvent, type DataOf } from '@usher/contracts'
import { inTransaction, PermanentError } from '@usher/service-kit'
import { calendarKey } from './records/calendar-record.ts'
import { type BookingFacts, factsOf } from './rules/booking-facts.ts'
import { sessionIdOf, shownAs } from './rules/session.ts'
import type { SyncContext } from './sync-context.ts'

/**
 * Applies booking events, and requests writing their calendar events. Safe to repeat, in any order: the latest known
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
      await applyBooking(ctx, event.organizationid, facts, sessionsOf(parsed.data))
    }
    wake()
  }

type BookingData = DataOf<(typeof BOOKING_EVENTS)[number]>

/** The sessions that a booking may be in, and may have left. */
function sessionsOf({ service_type_id, ...now }: BookingData): string[] {
  const before = 'previous' in now ? now.previous : null
  return [now, ...(before ? [before] : [])].map(({ provider_id, start, end }) =>
    sessionIdOf({ provider_id, service_type_id, start: new Date(start), end: new Date(end) }),
  )
}

async function applyBooking(
  ctx: SyncContext,
  organizationId: string,
  facts: BookingFacts,
  sessions: readonly string[],
): Promise<void> {
  const now = ctx.clock.now()
  await inTransaction(ctx.connection, async (session) => {
    await ctx.bookings.put(organizationId, facts, session)
    const touched = await ctx.links.touch(organizationId, [facts.booking_id, ...sessions], now, session)
    const connection = await ctx.connections.findOfProvider(organizationId, facts.provider_id, session)
    const isWanted = facts.status !== 'cancelled' && facts.end > now
    if (connection && isWanted) {
      const key = calendarKey(connection._id, connection.calendar_id)
      const calendar = await ctx.calendars.find(key, session)
      if (calendar) await ctx.links.ensure(calendar, [shownAs(facts)], now, session)
      touched.push(key)
    }
    await ctx.calendars.wantPush(touched, now, session)
  })
}
