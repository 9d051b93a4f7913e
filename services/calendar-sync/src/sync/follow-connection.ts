import type { ClientSession } from 'mongoose'
import type { ConnectionRecord } from '../connections/connection.ts'
import { calendarKey } from './records/calendar-record.ts'
import type { SyncContext } from './sync-context.ts'

const NEVER = new Date(0)

/**
 * Updates sync after a connection is created or changed: the calendars it uses, consent given again, or deletions
 * that a person has reviewed. Part of the transaction that changes the connection.
 *
 * @param isReread whether all calendars are read from the start
 */
export async function followConnection(
  session: ClientSession,
  ctx: SyncContext,
  connection: ConnectionRecord,
  isReread = false,
): Promise<void> {
  const now = ctx.clock.now()
  const { _id, organization_id, provider_id, calendar_id, busy_calendar_ids } = connection
  const used = new Set([calendar_id, ...busy_calendar_ids])
  const wanted = { pull_at: now, push_at: now, not_before: NEVER }
  await ctx.calendars.changeUnused(_id, [...used], { writes: false, blocks: false, ...wanted }, session)
  for (const id of used) {
    const roles = { writes: id === calendar_id, blocks: busy_calendar_ids.includes(id) }
    const of = { organization_id, connection_id: _id, provider_id, calendar_id: id }
    const key = calendarKey(_id, id)
    const known = await ctx.calendars.find(key, session)
    // While a calendar did not block time or receive bookings, that was not tracked: read it from the start.
    const isOther = known && (known.blocks !== roles.blocks || (roles.writes && !known.writes))
    // A reading in progress loses its claim: it would store the place where it ends.
    const restart = isOther || isReread ? { sync_token: null, claim: null, claimed_until: NEVER } : {}
    const begun = known ? restart : { ...of, ...unread(now) }
    await ctx.calendars.put(key, { ...begun, ...roles, ...wanted }, session)
  }
  const ids = (await ctx.calendars.ofConnection(_id, session)).map((calendar) => calendar._id)
  await ctx.links.touchCalendars(ids, now, session)
}

const unread = (now: Date) => ({
  generation: 0,
  time_zone: 'UTC',
  read_at: null,
  reread_at: now,
  failures: 0,
  claim: null,
  claimed_until: NEVER,
  pulling: false,
  channels: [],
  watch_after: NEVER,
  sync_token: null,
})

/** Deletes all sync data of a deleted connection, in the same transaction. Its events stay in the calendar. */
export async function leaveConnection(
  session: ClientSession,
  ctx: SyncContext,
  { _id, organization_id, provider_id }: ConnectionRecord,
): Promise<void> {
  const calendars = await ctx.calendars.ofConnection(_id, session)
  for (const calendar of calendars) await ctx.busy.deleteOf(calendar._id, session)
  for (const store of [ctx.links, ctx.calendars, ctx.conflicts]) await store.deleteOfConnection(_id, session)
  await ctx.busy.deletePublished(organization_id, provider_id, session)
}
