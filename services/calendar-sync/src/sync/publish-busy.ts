import { createHash } from 'node:crypto'
import { inTransaction, newId } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { ConnectionRecord } from '../connections/connection.ts'
import { appendBusyEvent } from './append-busy-event.ts'
import { localOf } from './rules/booking-facts.ts'
import { meetsAny, mergeSpans } from './rules/busy.ts'
import type { Span } from './rules/google-event.ts'
import type { SyncContext } from './sync-context.ts'

type Of = Pick<ConnectionRecord, '_id' | 'organization_id' | 'provider_id'>

/**
 * Publishes a provider's busy times from all calendars of a connection together, if they changed, and at every poll
 * to confirm them. Of two concurrent publishers the later reads the times again, so that no later number carries an
 * older state.
 */
export async function publishBusy(ctx: SyncContext, connection: Of): Promise<void> {
  const merged = await inTransaction(ctx.connection, (session) => publishWithin(session, ctx, connection))
  if (merged) await noteOverlaps(ctx, connection, merged)
}

/** Returns what was published; undefined: nothing new. */
async function publishWithin(session: ClientSession, ctx: SyncContext, of: Of): Promise<Span[] | undefined> {
  // Once disconnected, nothing may be written for the organisation: it may have been erased.
  if (!(await ctx.connections.lock(of, session))) return undefined
  const published = await ctx.busy.findPublished(of, session)
  const calendars = (await ctx.calendars.ofConnection(of._id, session)).filter(({ blocks }) => blocks)
  const read = calendars.flatMap(({ read_at }) => (read_at ? [read_at.getTime()] : []))
  if (calendars.length > 0 && read.length === 0) return undefined
  const merged = mergeSpans(await ctx.busy.spans(calendars, session))
  const hash = createHash('sha256').update(JSON.stringify(merged)).digest('base64url')
  const now = ctx.clock.now()
  const asOf = new Date(Math.min(...read, now.getTime()))
  // Confirm unchanged times once per poll, not with every push message in between.
  const isRecent = asOf.getTime() - (published?.as_of.getTime() ?? 0) < ctx.config.pollMs / 2
  if (published?.hash === hash && isRecent) return undefined
  const { organization_id, provider_id } = of
  await ctx.busy.setPublished(of, { hash, as_of: asOf }, session)
  const shown = (time: number) => new Date(time).toISOString()
  const origin = { organizationId: organization_id, actor: 'system', requestId: newId('request') }
  const busy = merged.map(({ start, end }) => ({ start: shown(start), end: shown(end) }))
  await appendBusyEvent(ctx, origin, { provider_id, as_of: asOf.toISOString(), busy }, session)
  return merged
}

/** Flags bookings that overlap other events; the bookings stay as they are. */
async function noteOverlaps(ctx: SyncContext, connection: Of, merged: readonly Span[]): Promise<void> {
  const now = ctx.clock.now()
  const { organization_id, provider_id } = connection
  const ahead = await ctx.bookings.ahead(organization_id, provider_id, now)
  const overlapped = ahead.filter((facts) => {
    const local = localOf(facts, provider_id, now)
    return local && meetsAny(local, merged)
  })
  const of = { organization_id, connection_id: connection._id }
  await ctx.conflicts.setOverlaps(
    of,
    overlapped.map(({ booking_id }) => booking_id),
    now,
  )
}
