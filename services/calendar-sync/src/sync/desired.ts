import type { Cycle } from './cycle.ts'
import { isForgotten } from './records/booking-store.ts'
import type { LinkRecord } from './records/link-record.ts'
import { type BookingFacts, localOf } from './rules/booking-facts.ts'
import type { Local } from './rules/decide.ts'
import { parseSessionId, pastSessionFactsOf, sessionFactsOf, shownAs } from './rules/session.ts'

/** A booking or session as it should be in the calendar. */
export interface DesiredEvent {
  readonly facts: BookingFacts
  readonly local: Local
}

/** What the events of links should show, by the id in the link. */
export async function factsOfLinks(
  { ctx, calendar: { organization_id } }: Cycle,
  links: readonly Pick<LinkRecord, 'booking_id'>[],
): Promise<Map<string, BookingFacts>> {
  const ids = links.map(({ booking_id }) => booking_id)
  const sessions = new Map(
    ids.flatMap((id) => {
      const session = parseSessionId(id)
      return session ? [[id, session] as const] : []
    }),
  )
  const facts = await ctx.bookings.find(organization_id, ids)
  // Shown by the event of its session.
  for (const [id, { seat }] of facts) if (seat) facts.delete(id)
  const seated = await ctx.bookings.ofSessions(organization_id, [...sessions.values()])
  const bySession = Map.groupBy(seated, (one) => shownAs(one).booking_id)
  for (const [id, { end }] of sessions) {
    const of = bySession.get(id) ?? []
    const shown = isForgotten(end, ctx.clock.now()) ? pastSessionFactsOf(of) : sessionFactsOf(of)
    if (shown) facts.set(id, shown)
  }
  return facts
}

/** How a booking or session should be in the calendar; null: not at all. */
export function desiredOf({ ctx, calendar }: Cycle, facts: BookingFacts | null): DesiredEvent | null {
  const local = calendar.writes ? localOf(facts, calendar.provider_id, ctx.clock.now()) : null
  return facts && local ? { facts, local } : null
}
