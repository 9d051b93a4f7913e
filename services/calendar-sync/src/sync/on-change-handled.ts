import { bookingCalendarChangeHandled, type CloudEvent, type DataOf } from '@usher/contracts'
import { inTransaction, newId, PermanentError } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { LinkRecord } from './records/link-record.ts'
import type { SyncContext } from './sync-context.ts'

type Handled = DataOf<typeof bookingCalendarChangeHandled>

/** Continues when booking has answered a requested change. Safe to repeat: an answered request no longer exists. */
export const createHandledHandler =
  (ctx: SyncContext, wake: () => void) =>
  async (events: readonly CloudEvent[]): Promise<void> => {
    for (const event of events) {
      const parsed = bookingCalendarChangeHandled.data.safeParse(event.data)
      if (!parsed.success) throw new PermanentError('not an answer to a calendar change')
      await inTransaction(ctx.connection, (session) => apply(session, ctx, event.organizationid, parsed.data))
    }
    wake()
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
