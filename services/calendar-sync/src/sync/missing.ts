import { newId } from '@usher/service-kit'
import { notePaused } from '../connections/note-paused.ts'
import type { Cycle } from './cycle.ts'
import { desiredOf, factsOfLinks } from './desired.ts'
import { isPresent, remoteOf } from './events-api.ts'
import type { LinkRecord } from './records/link-record.ts'
import { isMassDeletion } from './rules/breaker.ts'

/** Deletions within this time, in ms, count together: emptying a calendar by hand takes a while. */
const TOGETHER_MS = 10 * 60_000

/**
 * Asks Google for each event that seems deleted; only a confirmed deletion counts. If that would cancel many bookings
 * at once, the connection is paused and none is cancelled until a person decides.
 */
export async function checkMissing(cycle: Cycle): Promise<void> {
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
    // Not deleted, even if its times cannot be read.
    if (isPresent(event)) {
      const remote = remoteOf(event, calendar.time_zone)
      await ctx.links.update(link._id, { ...(remote && { remote }), missing_at: null, held: false })
    } else if (link.held || !(await cancelsBooking(cycle, link))) await noteDeletion(cycle, link)
    else open.push(link)
  }
  if (open.length === 0) return
  const counts = await countVanished(cycle, open.length)
  if (isPaused || isMassDeletion(counts.vanished, counts.of)) return await pause(cycle, open, counts)
  for (const link of open) await noteDeletion(cycle, link)
}

/** Whether the deletion of its event cancels a booking. */
async function cancelsBooking(cycle: Cycle, link: LinkRecord): Promise<boolean> {
  const facts = await factsOfLinks(cycle, [link])
  const wanted = desiredOf(cycle, facts.get(link.booking_id) ?? null)
  return wanted !== null && !wanted.local.isOver && !wanted.local.isSession
}

/** Records a deletion; what happens to the booking is decided when its link is settled. */
async function noteDeletion({ ctx }: Cycle, link: LinkRecord): Promise<void> {
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
