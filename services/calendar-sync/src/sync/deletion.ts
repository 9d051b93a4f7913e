import { calendarsOf } from '../google/calendars.ts'
import { type Cycle, noteConflict } from './cycle.ts'
import { createEventsApi, type EventsApi, isFault, isPresent, remoteOf } from './events-api.ts'
import { nextIdentity } from './push.ts'
import type { LinkRecord } from './records/link-record.ts'
import { ownProperties } from './rules/booking-facts.ts'
import type { GoogleEvent } from './rules/google-event.ts'

/**
 * Whether Google confirms that the event of a booking was deleted: the last check before the booking is cancelled. An
 * event that Google still returns, alone or in a list, is not deleted. One that was moved to another calendar, or that
 * Google does not know, is put back, and staff see a conflict.
 *
 * @param noted the link with the booking to note the conflict at
 */
export async function confirmDeletion(cycle: Cycle, link: LinkRecord, noted: LinkRecord): Promise<boolean> {
  const { ctx, calendar, events } = cycle
  const event = await events.get(link.event_id)
  const present = isPresent(event) ? event : await findListed(cycle, link)
  if (present) {
    await ctx.links.update(link._id, { remote: remoteOf(present, calendar.time_zone), gone_at: null })
    return false
  }
  const moved = await findElsewhere(cycle, link)
  if (event && !moved) return true
  await noteConflict(cycle, noted, moved ? 'moved_calendar' : 'event_missing')
  const back = moved && (await moveBack(cycle, link, moved))
  const remote = back && remoteOf(back, calendar.time_zone)
  await ctx.links.update(link._id, remote ? { remote, gone_at: null } : nextIdentity(ctx, calendar, link))
  return false
}

/** The event itself, not a copy, in a list of its calendar. */
async function findListed({ ctx, events }: Cycle, { event_id, booking_id }: LinkRecord) {
  const listed = await events.search(event_id, ownProperties(booking_id, ctx.env))
  return listed?.id === event_id ? listed : null
}

/** An event of ours in another calendar of the account. */
interface Moved {
  readonly events: EventsApi
  readonly event: GoogleEvent
}

async function findElsewhere(cycle: Cycle, link: LinkRecord): Promise<Moved | null> {
  const properties = ownProperties(link.booking_id, cycle.ctx.env)
  cycle.others ??= othersOf(cycle)
  for (const events of await cycle.others) {
    const event = await events.get(link.event_id).catch(nullIfOutOfReach)
    const found = isPresent(event)
      ? event
      : await events.search(link.event_id, properties).catch(nullIfOutOfReach)
    if (found) return { events, event: found }
  }
  return null
}

/** Only calendars that can be written to, as moving or copying an event takes that. */
async function othersOf({ ctx, connection, calendar }: Cycle): Promise<EventsApi[]> {
  const google = ctx.googleOf(connection)
  const others = await calendarsOf(google, true)
  return others
    .filter(({ id, writable }) => writable && id !== calendar.calendar_id)
    .map(({ id }) => createEventsApi(google, id))
}

/** Ignores a calendar that was deleted or unshared since it was listed. */
function nullIfOutOfReach(error: unknown): null {
  if (!isFault(error, 'not_found', 'forbidden')) throw error
  return null
}

/** Moves an event back; null if it is a copy, or Google refuses. */
async function moveBack({ calendar }: Cycle, link: LinkRecord, { events, event }: Moved) {
  if (event.id !== link.event_id) return null
  try {
    return await events.move(link.event_id, calendar.calendar_id)
  } catch (error) {
    if (!isFault(error, 'forbidden', 'invalid', 'conflict', 'not_found', 'gone')) throw error
    return null
  }
}
