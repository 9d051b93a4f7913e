import { BOOKING_EVENTS, bookingCalendarChangeHandled, type CloudEvent, type DataOf } from '@usher/contracts'
import { inTransaction, type Job, newId, PermanentError } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import { calendarKey } from './records/calendar-record.ts'
import type { LinkRecord } from './records/link-record.ts'
import { type BookingFacts, factsOf } from './rules/booking-facts.ts'
import { sessionIdOf, shownAs } from './rules/session.ts'
import type { SyncContext } from './sync-context.ts'

/**
 * Applies booking events, and requests writing their calendar events. Safe to repeat, in any order: the latest known
 * revision counts.
 */
export const createBookingHandler =
  (ctx: SyncContext, { sync }: { readonly sync: Pick<Job, 'run'> }) =>
  async (events: readonly CloudEvent[]): Promise<void> => {
    for (const event of events) {
      const definition = BOOKING_EVENTS.find(({ type }) => type === event.type)
      const parsed = definition?.data.safeParse(event.data)
      if (!parsed?.success) throw new PermanentError('not an event of a booking')
      const facts = factsOf(event.subject, event.sequence, parsed.data)
      await applyBooking(ctx, event.organizationid, facts, sessionsOf(parsed.data))
    }
    void sync.run()
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

type Handled = DataOf<typeof bookingCalendarChangeHandled>

/** Continues when booking has answered a requested change. Safe to repeat: an answered request no longer exists. */
export const createHandledHandler =
  (ctx: SyncContext, { sync }: { readonly sync: Pick<Job, 'run'> }) =>
  async (events: readonly CloudEvent[]): Promise<void> => {
    for (const event of events) {
      const parsed = bookingCalendarChangeHandled.data.safeParse(event.data)
      if (!parsed.success) throw new PermanentError('not an answer to a calendar change')
      await inTransaction(ctx.connection, (session) => apply(session, ctx, event.organizationid, parsed.data))
    }
    void sync.run()
  }

async function apply(
  session: ClientSession,
  ctx: SyncContext,
  organizationId: string,
  handled: Handled,
): Promise<void> {
  const link = await ctx.links.findByChange(organizationId, handled.change_id, session)
  if (!link) return
  const now = ctx.clock.now()
  await correctBooking(session, ctx, organizationId, handled)
  const refusedTo = handled.outcome === 'refused' ? link.change?.to : null
  if (refusedTo) await ctx.conflicts.note(link, 'move_refused', now, handled.code, session)
  const due = { change: null, due_at: now, mark: newId('request') }
  await ctx.links.update(
    link._id,
    { ...agreedBy(handled), ...(refusedTo && { refused: refusedTo }), ...due },
    session,
  )
  await ctx.calendars.wantPush([link.calendar], now, session)
}

/** Updates the booking from the answer: its own event may arrive later. */
async function correctBooking(
  session: ClientSession,
  { bookings }: SyncContext,
  organizationId: string,
  { booking_id, booking }: Handled,
): Promise<void> {
  if (!booking) return await bookings.delete(organizationId, booking_id, session)
  const { start, end, ...others } = booking
  const facts = { ...others, start: new Date(start), end: new Date(end) }
  await bookings.correct(organizationId, booking_id, facts, session)
}

/** Both sides agree if booking made the change, or already had it. */
function agreedBy({ outcome, booking }: Handled): Partial<LinkRecord> {
  if (!booking || (outcome !== 'applied' && outcome !== 'unchanged')) return {}
  return { base: { start: Date.parse(booking.start), end: Date.parse(booking.end) } }
}
