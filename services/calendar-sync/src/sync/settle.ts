import { calendarBookingChangeRequested } from '@usher/contracts'
import { appendToOutbox, newEvent, newId } from '@usher/service-kit'
import { type Cycle, renewClaim } from './cycle.ts'
import { isFault } from './events-api.ts'
import { lookForMissing } from './missing.ts'
import { createEvent, deleteEvent, type Outcome, patchEvent, type Wanted } from './push.ts'
import type { LinkRecord } from './records/link-record.ts'
import { type BookingFacts, localOf } from './rules/booking-facts.ts'
import { type Action, decide, type Local } from './rules/decide.ts'
import type { Span } from './rules/google-event.ts'

/** Links that are looked at before the claim is renewed. */
const AT_ONCE = 20

/** What booking has not answered for so long is asked again: asking twice changes nothing. */
const PATIENCE_MS = 10 * 60_000

/** What cannot be written is tried again so much later. */
const REFUSED_MS = 30 * 60_000

/** What does not keep still is left alone for a moment. */
const RESTLESS_MS = 60_000

/** Who moves a booking by its event, in events and in the audit trail. */
const ACTOR = 'google_calendar'

/** Times that an event is looked at anew within one cycle, where it changes under our hands. */
const LOOKS = 3

/** Makes bookings and events the same where one of them has changed; gives when to look again. */
export async function settle(cycle: Cycle): Promise<Date | null> {
  const { ctx, calendar } = cycle
  const looks = new Map<string, number>()
  for (;;) {
    await lookForMissing(cycle, (link) => isExpected(cycle, link))
    const due = await ctx.links.due(calendar._id, ctx.clock.now(), AT_ONCE)
    if (due.length === 0) return await ctx.links.nextDueAt(calendar._id)
    await renewClaim(cycle)
    const ids = due.map(({ booking_id }) => booking_id)
    const bookings = await ctx.bookings.find(calendar.organization_id, ids)
    for (const link of due) {
      const count = (looks.get(link._id) ?? 0) + 1
      looks.set(link._id, count)
      if (count > LOOKS) await ctx.links.settled(link, later(ctx.clock.now(), RESTLESS_MS))
      else await settleOne(cycle, link, bookings.get(link.booking_id) ?? null)
    }
  }
}

/** Whether a booking is to be in the calendar still, so that somebody else deleted its event. */
async function isExpected(cycle: Cycle, { booking_id }: LinkRecord): Promise<boolean> {
  const bookings = await cycle.ctx.bookings.find(cycle.calendar.organization_id, [booking_id])
  const wanted = wantedOf(cycle, bookings.get(booking_id) ?? null)
  return wanted !== null && !wanted.local.isOver
}

/** How a booking is to be in the calendar; null: not at all. */
function wantedOf({ ctx, calendar }: Cycle, facts: BookingFacts | null): Wanted | null {
  const local = calendar.writes ? localOf(facts, calendar.provider_id, ctx.clock.now()) : null
  return facts && local ? { facts, local } : null
}

async function settleOne(cycle: Cycle, link: LinkRecord, facts: BookingFacts | null): Promise<void> {
  const { ctx } = cycle
  const now = ctx.clock.now()
  const wanted = wantedOf(cycle, facts)
  // Whoever is asked is waited for; what waits for a person as well.
  if (link.missing_at && wanted) return await ctx.links.settled(link, null)
  const patientUntil = link.change && later(link.change.at, PATIENCE_MS)
  if (patientUntil && patientUntil > now) return await ctx.links.settled(link, patientUntil)
  const action = decide({ ...sidesOf(link), local: wanted?.local ?? null })
  try {
    const outcome = await act(cycle, link, action, wanted)
    // Otherwise another look at once: the event was not as it was thought to be.
    if (outcome !== 'again')
      await ctx.links.settled(link, outcome === 'asked' ? later(now, PATIENCE_MS) : null)
  } catch (error) {
    if (!isFault(error, 'invalid', 'forbidden')) throw error
    ctx.log.warn({ err: error, link: link._id }, 'an event could not be written; it is tried again later')
    await ctx.links.settled(link, later(now, REFUSED_MS))
  }
}

const sidesOf = ({ remote, may_exist, gone_at, base, refused, text_hash }: LinkRecord) => ({
  ...{ remote, base, refused, mayExist: may_exist, isGone: gone_at !== null, textHash: text_hash },
})

async function act(cycle: Cycle, link: LinkRecord, action: Action, wanted: Wanted | null): Promise<Outcome> {
  const { ctx, tally } = cycle
  if ('conflict' in action && action.conflict) {
    tally.conflicts += 1
    await ctx.conflicts.note(link, action.conflict, ctx.clock.now())
  }
  if (action.kind === 'delete') return await deleteEvent(cycle, link)
  if (!wanted || action.kind === 'none') return 'settled'
  if (action.kind === 'create') return await createEvent(cycle, link, wanted)
  if (action.kind === 'patch') return await patchEvent(cycle, link, wanted)
  if (action.kind === 'agree') {
    await ctx.links.update(link._id, { base: spanOf(wanted.local), refused: null })
    return 'settled'
  }
  await request(cycle, link, action.kind === 'request_move' ? action.to : null, wanted.facts)
  return 'asked'
}

const later = (time: Date, ms: number) => new Date(time.getTime() + ms)

const spanOf = ({ start, end }: Local): Span => ({ start, end })

const shown = ({ start, end }: Span) => ({
  start: new Date(start).toISOString(),
  end: new Date(end).toISOString(),
})

/** Asks booking to follow; the wish and that it was asked commit together. @param to null: to be cancelled */
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
    ...{ subject: id, sequence: 1, time: at },
    origin: { organizationId: link.organization_id, actor: ACTOR, requestId: newId('request') },
    data: {
      ...{ change_id: id, booking_id: link.booking_id, provider_id: calendar.provider_id },
      change: to ? { kind: 'reschedule', ...shown(to) } : { kind: 'cancel', reason: 'provider_calendar' },
      expected: shown(expected),
    },
  })
  await ctx.connection.transaction(async (session) => {
    await ctx.links.update(link._id, { change: { id, to, at } }, session)
    await appendToOutbox(ctx.outbox, [event], session)
  })
  tally[to ? 'updated' : 'deleted'] += 1
}
