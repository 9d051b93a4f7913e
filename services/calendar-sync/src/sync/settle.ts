import { calendarBookingChangeRequested } from '@usher/contracts'
import { appendToOutbox, inTransaction, newEvent, newId } from '@usher/service-kit'
import { type Cycle, noteConflict, renewClaim } from './cycle.ts'
import { confirmDeletion } from './deletion.ts'
import { type DesiredEvent, desiredOf, factsOfLinks } from './desired.ts'
import { isFault } from './events-api.ts'
import { checkMissing } from './missing.ts'
import { createEvent, deleteEvent, nextIdentity, type Outcome, patchEvent, readEvent } from './push.ts'
import { isForgotten } from './records/booking-store.ts'
import { calendarKey } from './records/calendar-record.ts'
import { type LinkRecord, NO_EVENT } from './records/link-record.ts'
import type { BookingFacts } from './rules/booking-facts.ts'
import { type Action, decide } from './rules/decide.ts'
import { isSameSpan, type Span } from './rules/google-event.ts'
import { parseSessionId } from './rules/session.ts'

/** Links handled before the claim is renewed. */
const AT_ONCE = 20

/** A request that booking has not answered for this long, in ms, is repeated: asking twice changes nothing. */
const PATIENCE_MS = 10 * 60_000

/** Pause before a refused write is retried, in ms. */
const REFUSED_MS = 30 * 60_000

/** Pause for an event that keeps changing, in ms. */
const RESTLESS_MS = 60_000

/** The actor of moves by calendar event, in events and in the audit trail. */
const ACTOR = 'google_calendar'

/** Times an event is re-read within one cycle if it changes while we work on it. */
const LOOKS = 3

/** Reconciles bookings and events where either changed; returns when to look again. */
export async function settle(cycle: Cycle): Promise<Date | null> {
  const { ctx, calendar } = cycle
  const looks = new Map<string, number>()
  for (;;) {
    await checkMissing(cycle)
    const due = await ctx.links.due(calendar._id, ctx.clock.now(), AT_ONCE)
    if (due.length === 0) return await ctx.links.nextDueAt(calendar._id)
    await renewClaim(cycle)
    const facts = await factsOfLinks(cycle, due)
    for (const link of due) {
      const count = (looks.get(link._id) ?? 0) + 1
      looks.set(link._id, count)
      if (count > LOOKS) await ctx.links.settled(link, later(ctx.clock.now(), RESTLESS_MS))
      else await settleOne(cycle, link, facts.get(link.booking_id) ?? null)
    }
  }
}

async function settleOne(cycle: Cycle, link: LinkRecord, facts: BookingFacts | null): Promise<void> {
  const { ctx } = cycle
  const now = ctx.clock.now()
  // Keep the event of a booking whose copy has been deleted.
  if (!facts && isForgotten(link.end, now)) return await ctx.links.settled(link, null)
  const wanted = desiredOf(cycle, facts)
  // Wait for booking's answer, or for a person's.
  if (link.missing_at && wanted) return await ctx.links.settled(link, null)
  const patientUntil = link.change && later(link.change.at, PATIENCE_MS)
  if (patientUntil && patientUntil > now) return await ctx.links.settled(link, patientUntil)
  const { remote, base, refused, may_exist: mayExist, text_hash: textHash } = link
  const isGone = link.gone_at !== null
  const action = decide({ local: wanted?.local ?? null, remote, base, refused, mayExist, isGone, textHash })
  try {
    const outcome = (await isTakenOver(cycle, link, facts))
      ? await letGo(cycle, link)
      : await act(cycle, link, action, wanted)
    // On `again`, look again at once: the event was not as expected.
    if (outcome !== 'again')
      await ctx.links.settled(link, outcome === 'asked' ? later(now, PATIENCE_MS) : null)
  } catch (error) {
    if (!isFault(error, 'invalid', 'forbidden')) throw error
    ctx.log.warn({ err: error, link: link._id }, 'an event could not be written; it is tried again later')
    await ctx.links.settled(link, later(now, REFUSED_MS))
  }
}

/** Whether another provider that shares the calendar took over a booking, and with it the event. */
async function isTakenOver({ ctx, calendar }: Cycle, link: LinkRecord, facts: BookingFacts | null) {
  if (!facts || facts.status === 'cancelled' || facts.provider_id === calendar.provider_id) return false
  const other = await ctx.connections.findOfProvider(link.organization_id, facts.provider_id)
  if (other?.calendar_id !== calendar.calendar_id) return false
  return await ctx.links.hasEvent(calendarKey(other._id, calendar.calendar_id), link.event_id)
}

/** Leaves the event to the other provider; the id stays, should the booking come back. */
async function letGo({ ctx }: Cycle, link: LinkRecord): Promise<Outcome> {
  await ctx.links.update(link._id, NO_EVENT)
  return 'settled'
}

async function act(
  cycle: Cycle,
  link: LinkRecord,
  action: Action,
  wanted: DesiredEvent | null,
): Promise<Outcome> {
  const { ctx } = cycle
  const noted = wanted ? { ...link, booking_id: wanted.facts.booking_id } : link
  // Conflicts are noted at a booking; a session without bookings has none.
  if ('conflict' in action && action.conflict && !parseSessionId(noted.booking_id))
    await noteConflict(cycle, noted, action.conflict)
  if (action.kind === 'delete') return await deleteEvent(cycle, link)
  if (!wanted || action.kind === 'none') return 'settled'
  if (action.kind === 'create') return await createEvent(cycle, link, wanted)
  if (action.kind === 'patch') return await patchEvent(cycle, link, wanted)
  if (action.kind === 'agree') {
    const { start, end } = wanted.local
    await ctx.links.update(link._id, { base: { start, end }, refused: null })
    return 'settled'
  }
  if (action.kind === 'request_move') {
    // A list may be out of date: only a fresh read of the event itself moves a booking.
    if (!isSameSpan(await readEvent(cycle, link), action.to)) return 'again'
  } else if (!(await confirmDeletion(cycle, link, noted))) return 'again'
  if (action.kind === 'restore') {
    await noteConflict(cycle, noted, 'session_changed')
    await ctx.links.update(link._id, nextIdentity(ctx, cycle.calendar, link))
    return 'again'
  }
  await request(cycle, link, action.kind === 'request_move' ? action.to : null, wanted.facts)
  return 'asked'
}

const later = (time: Date, ms: number) => new Date(time.getTime() + ms)

const shown = ({ start, end }: Span) => ({
  start: new Date(start).toISOString(),
  end: new Date(end).toISOString(),
})

/**
 * Asks booking to make a change; the request and its record commit together.
 *
 * @param to null: cancel the booking
 */
async function request(
  { ctx, calendar, tally }: Cycle,
  link: LinkRecord,
  to: Span | null,
  facts: BookingFacts,
): Promise<void> {
  const id = newId('calendarChange')
  const at = ctx.clock.now()
  const expected = link.base ?? { start: facts.start.getTime(), end: facts.end.getTime() }
  const event = newEvent(calendarBookingChangeRequested, {
    subject: id,
    sequence: 1,
    time: at,
    origin: { organizationId: link.organization_id, actor: ACTOR, requestId: newId('request') },
    data: {
      change_id: id,
      booking_id: link.booking_id,
      provider_id: calendar.provider_id,
      change: to ? { kind: 'reschedule', ...shown(to) } : { kind: 'cancel', reason: 'provider_calendar' },
      expected: shown(expected),
    },
  })
  await inTransaction(ctx.connection, async (session) => {
    await ctx.links.update(link._id, { change: { id, to, at } }, session)
    await appendToOutbox(ctx.outbox, [event], session)
  })
  tally[to ? 'updated' : 'deleted'] += 1
}
