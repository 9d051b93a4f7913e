import { newId } from '@usher/service-kit'
import { notePaused } from '../connections/note-paused.ts'
import type { Cycle } from './cycle.ts'
import { remoteOf } from './events-api.ts'
import { type LinkRecord, NO_EVENT } from './records/link-record.ts'
import { isMassDeletion } from './rules/breaker.ts'

/** Deletions within this time count together: whoever empties a calendar by hand takes a while. */
const TOGETHER_MS = 10 * 60_000

/**
 * Looks at events that seem to be deleted, one by one: only what Google confirms is. Where that would cancel many
 * bookings at once, the connection is paused and none of them is cancelled before a person has said so.
 *
 * @param isWanted whether the booking is to be in the calendar, so that its event was deleted by somebody else
 */
export async function lookForMissing(
  cycle: Cycle,
  isWanted: (link: LinkRecord) => Promise<boolean>,
): Promise<void> {
  const { ctx, calendar, events } = cycle
  if (!(await ctx.links.hasMissing(calendar._id))) return
  // As it is now, and before the links are read: whoever ends the pause says with it what becomes of those.
  const connection = await ctx.connections.find(calendar.organization_id, calendar.connection_id)
  const isPaused = connection?.breaker !== null
  const missing = await ctx.links.missing(calendar._id)
  const open: LinkRecord[] = []
  for (const link of missing) {
    if (link.held && isPaused) continue
    const event = await events.get(link.event_id)
    const remote = event && remoteOf(event, calendar.time_zone)
    if (remote) await ctx.links.update(link._id, { remote, missing_at: null, held: false })
    else if (link.held || !(await isWanted(link))) await confirm(cycle, link)
    else open.push(link)
  }
  if (open.length === 0) return
  const counts = await countVanished(cycle, open.length)
  if (isPaused || isMassDeletion(counts.vanished, counts.of)) return await pause(cycle, open, counts)
  for (const link of open) await confirm(cycle, link)
}

/** Nothing of the event is left to agree on; what is wanted of the booking is decided with it. */
async function confirm({ ctx }: Cycle, link: LinkRecord): Promise<void> {
  const now = ctx.clock.now()
  const due = { due_at: now, mark: newId('request') }
  await ctx.links.update(link._id, { ...NO_EVENT, may_exist: true, gone_at: now, ...due })
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
