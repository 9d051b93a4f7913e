import type { Cycle } from './cycle.ts'
import type { DesiredEvent } from './desired.ts'
import { isFault, remoteOf } from './events-api.ts'
import { type LinkRecord, NO_EVENT } from './records/link-record.ts'
import { isEventOf, newFieldsOf, ownProperties, patchOf } from './rules/booking-facts.ts'
import type { Remote } from './rules/decide.ts'
import type { GoogleEvent } from './rules/google-event.ts'

/** `again`: the event differed from what we knew, which is now recorded; decide again. */
export type Outcome = 'settled' | 'again' | 'asked'

/** Creates the event of a booking. The attempt is recorded first, so that a crash leaves no event without a link. */
export async function createEvent(cycle: Cycle, link: LinkRecord, desired: DesiredEvent): Promise<Outcome> {
  const { ctx, events, tally } = cycle
  const own = propertiesOf(cycle, link)
  await ctx.links.update(link._id, { may_exist: true })
  try {
    const written = await events.insert(link.event_id, newFieldsOf(desired.facts, own))
    tally.created += 1
    return await keepWritten(cycle, link, desired, written)
  } catch (error) {
    if (!isFault(error, 'conflict')) throw error
    return await resolveTaken(cycle, link)
  }
}

/** With the generation: a session that is emptied and refilled often has had many ids. */
const propertiesOf = ({ ctx }: Cycle, { booking_id, generation }: LinkRecord) => ({
  ...ownProperties(booking_id, ctx.env),
  gen: String(generation),
})

/** The id is taken: by an attempt whose response was lost, or by a deleted event, which keeps it. */
async function resolveTaken({ ctx, calendar, events }: Cycle, link: LinkRecord): Promise<Outcome> {
  const event = await events.get(link.event_id)
  const remote = event && isEventOf(event, link.booking_id, ctx.env) && remoteOf(event, calendar.time_zone)
  const found = remote ? { remote } : nextIdentity(ctx, calendar, link)
  await ctx.links.update(link._id, found)
  return 'again'
}

/** The link's next event, under an id that was never used. */
export const nextIdentity = ({ links }: Cycle['ctx'], calendar: Cycle['calendar'], link: LinkRecord) => ({
  ...NO_EVENT,
  ...links.identity(calendar, link.booking_id, link.generation + 1),
})

/**
 * Moves an event to its booking's time, unless somebody changed it since it was read. The texts are only written if
 * the booking's changed: people may have put their own.
 */
export async function patchEvent(cycle: Cycle, link: LinkRecord, desired: DesiredEvent): Promise<Outcome> {
  const { events, tally } = cycle
  const withText = link.text_hash !== desired.local.textHash
  try {
    const fields = patchOf(desired.facts, propertiesOf(cycle, link), withText)
    const written = await events.patch(link.event_id, link.remote?.etag ?? '', fields)
    tally.updated += 1
    return await keepWritten(cycle, link, desired, written)
  } catch (error) {
    if (!isFault(error, 'precondition', 'not_found', 'gone')) throw error
  }
  await readEvent(cycle, link)
  return 'again'
}

/** Reads an event again and records it; null: it seems deleted. */
export async function readEvent({ ctx, calendar, events }: Cycle, link: LinkRecord): Promise<Remote | null> {
  const event = await events.get(link.event_id)
  const remote = event && remoteOf(event, calendar.time_zone)
  await ctx.links.update(link._id, remote ? { remote } : { missing_at: ctx.clock.now() })
  return remote
}

async function keepWritten(
  { ctx, calendar }: Cycle,
  link: LinkRecord,
  { local: { start, end, textHash } }: DesiredEvent,
  written: GoogleEvent,
): Promise<Outcome> {
  const remote = remoteOf(written, calendar.time_zone)
  const agreed = { base: { start, end }, refused: null, text_hash: textHash, gone_at: null }
  // A patch of an event deleted at the same moment may succeed, and restores nothing.
  await ctx.links.update(link._id, remote ? { remote, ...agreed } : { missing_at: ctx.clock.now() })
  return remote ? 'settled' : 'again'
}

/** Deletes the event of a booking. Its id stays taken at Google, so a new event would need another. */
export async function deleteEvent(
  { ctx, calendar, events, tally }: Cycle,
  link: LinkRecord,
): Promise<Outcome> {
  await events.delete(link.event_id)
  await ctx.links.update(link._id, nextIdentity(ctx, calendar, link))
  tally.deleted += 1
  return 'settled'
}
