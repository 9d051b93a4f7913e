import { newId } from '@usher/service-kit'
import { notePaused } from '../connections/note-paused.ts'
import type { Cycle } from './cycle.ts'
import { remoteOf } from './events-api.ts'
import type { LinkRecord } from './records/link-record.ts'
import { isMassDeletion } from './rules/breaker.ts'

/** Deletions within this time, in ms, count together: emptying a calendar by hand takes a while. */
const TOGETHER_MS = 10 * 60_000

/**
 * Checks events that seem deleted one by one: only what Google confirms is. If that would cancel many bookings at
 * once, the connection is paused and none is cancelled until a person says so.
 *
 * @param isWanted whether the booking belongs in the calendar, so that somebody else deleted its event
 */
export async function lookForMissing(
  cycle: Cycle,
  isWanted: (link: LinkRecord) => Promise<boolean>,
): Promise<void> {
  const { ctx, calendar, events } = cycle
  if (!(await ctx.links.hasMissing(calendar._id))) return
  // Read now, before the links: whoever ends the pause also decides about those.
  const connection = await ctx.connections.find(calendar.organization_id, calendar.connection_id)
  const isPaused = connection?.breaker !== null
  const missing = await ctx.links.missing(calendar._id)
  const open: LinkRecord[] = []
  for (const link of missing) {
    if (link.held && isPaused) continue
    const event = await events.get(link.event_id)
    const remote = event && remoteOf(event, calendar.time_zone)
    // Also if its times cannot be read: what Google returns is not deleted.
    if (event && event.status !== 'cancelled') {
      await ctx.links.update(link._id, { ...(remote && { remote }), missing_at: null, held: false })
    } else if (link.held || !(await isWanted(link))) await confirm(cycle, link)
    else open.push(link)
  }
  if (open.length === 0) return
  const counts = await countVanished(cycle, open.length)
  if (isPaused || isMassDeletion(counts.vanished, counts.of)) return await pause(cycle, open, counts)
  for (const link of open) await confirm(cycle, link)
}

/** What becomes of the booking is decided with it. */
async function confirm({ ctx }: Cycle, link: LinkRecord): Promise<void> {
  const now = ctx.clock.now()
  const due = { due_at: now, mark: newId('request') }
  await ctx.links.update(link._id, { remote: null, missing_at: null, held: false, gone_at: now, ...due })
}

async function countVanished({ ctx, calendar }: Cycle, found: number) {
  const since = new Date(ctx.clock.now().getTime() - TOGETHER_MS)
  const { there, gone } = await ctx.links.count(calendar._id, since)
  return { vanished: found + gone, of: there + gone }
}

async function pause(
  { ctx, connection }: Cycle,
  open: readonly LinkRecord[],
  { vanished, of }: { readonly vanished: number; readonly of: number },
): Promise<void> {
  await ctx.links.hold(open.map(({ _id }) => _id))
  const at = ctx.clock.now()
  const breaker = { tripped_at: at, vanished, of }
  await notePaused(ctx, connection, breaker)
  ctx.log.warn({ connectionId: connection._id, vanished, of }, 'many events vanished; nothing is cancelled')
}
