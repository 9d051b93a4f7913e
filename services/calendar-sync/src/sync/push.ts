import type { Cycle } from './cycle.ts'
import { isFault, remoteOf } from './events-api.ts'
import { type LinkRecord, NO_EVENT } from './records/link-record.ts'
import { type BookingFacts, isEventOf, newFieldsOf, patchOf } from './rules/booking-facts.ts'
import type { Local } from './rules/decide.ts'
import type { GoogleEvent } from './rules/google-event.ts'

/** A booking as it is to be in the calendar. */
export interface Wanted {
  readonly facts: BookingFacts
  readonly local: Local
}

/** `again`: the event was found to be other than thought, which is kept; it is to be decided anew. */
export type Outcome = 'settled' | 'again' | 'asked'

/** Writes the event of a booking. What is begun is noted before, so that no event is without a link after a crash. */
export async function createEvent(cycle: Cycle, link: LinkRecord, wanted: Wanted): Promise<Outcome> {
  const { ctx, events, tally } = cycle
  await ctx.links.update(link._id, { may_exist: true })
  try {
    const written = await events.insert(link.event_id, newFieldsOf(wanted.facts, ctx.env))
    tally.created += 1
    return await keepWritten(cycle, link, wanted, written)
  } catch (error) {
    if (!isFault(error, 'conflict')) throw error
    return await resolveTaken(cycle, link)
  }
}

/** The id is taken: by an attempt whose answer was lost, or by an event that is deleted and keeps it. */
async function resolveTaken({ ctx, calendar, events }: Cycle, link: LinkRecord): Promise<Outcome> {
  const event = await events.get(link.event_id)
  const remote = event && isEventOf(event, link.booking_id, ctx.env) && remoteOf(event, calendar.time_zone)
  const found = remote ? { remote } : nextIdentity(ctx, calendar, link)
  await ctx.links.update(link._id, found)
  return 'again'
}

const nextIdentity = ({ links }: Cycle['ctx'], calendar: Cycle['calendar'], link: LinkRecord) => ({
  ...NO_EVENT,
  ...links.identity(calendar, link.booking_id, link.generation + 1),
})

/**
 * Brings an event to where its booking is, unless somebody has changed it since it was seen. The words are written only
 * where the booking's are others: people may have put their own.
 */
export async function patchEvent(cycle: Cycle, link: LinkRecord, wanted: Wanted): Promise<Outcome> {
  const { ctx, calendar, events, tally } = cycle
  const withText = link.text_hash !== wanted.local.textHash
  try {
    const fields = patchOf(wanted.facts, ctx.env, withText)
    const written = await events.patch(link.event_id, link.remote?.etag ?? '', fields)
    tally.updated += 1
    return await keepWritten(cycle, link, wanted, written)
  } catch (error) {
    if (!isFault(error, 'precondition', 'not_found', 'gone')) throw error
  }
  const event = await events.get(link.event_id)
  const remote = event && remoteOf(event, calendar.time_zone)
  await ctx.links.update(link._id, remote ? { remote } : { missing_at: ctx.clock.now() })
  return 'again'
}

async function keepWritten(
  { ctx, calendar }: Cycle,
  link: LinkRecord,
  { local: { start, end, textHash } }: Wanted,
  written: GoogleEvent,
): Promise<Outcome> {
  const remote = remoteOf(written, calendar.time_zone)
  const agreed = { base: { start, end }, refused: null, text_hash: textHash, gone_at: null }
  // A patch of what was deleted in the same moment may go through, and brings nothing back.
  await ctx.links.update(link._id, remote ? { remote, ...agreed } : { missing_at: ctx.clock.now() })
  return remote ? 'settled' : 'again'
}

/** Takes the event of a booking away. Its id stays taken at Google, so another event would get another. */
export async function deleteEvent(
  { ctx, calendar, events, tally }: Cycle,
  link: LinkRecord,
): Promise<Outcome> {
  await events.delete(link.event_id)
  await ctx.links.update(link._id, nextIdentity(ctx, calendar, link))
  tally.deleted += 1
  return 'settled'
}
