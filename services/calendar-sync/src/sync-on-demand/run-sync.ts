import { setTimeout as delay } from 'node:timers/promises'
import type { CalendarSyncContext, RunSync } from '../context.ts'
import { GoogleError } from '../google/google-error.ts'
import { newTally, type Tally } from '../sync/cycle.ts'
import type { CalendarRecord } from '../sync/records/calendar-record.ts'
import { claimCalendar, workOn } from '../sync/worker.ts'

/** How often to check whether a busy calendar is free, in ms. */
const LOOK_MS = 100

/** Longest wait for one, in ms: another process works on it meanwhile. */
const PATIENCE_MS = 10 * 60_000

/**
 * Reconciles a connection with its provider's bookings, both ways, now. Changes requested from booking complete on
 * their own.
 *
 * @param onProgress called now and then with what was done so far
 * @throws GoogleError if Google refuses or fails
 */
export const runSync: RunSync = async (ctx, { _id }, onProgress) => {
  const tally = newTally()
  const now = ctx.clock.now()
  await ctx.calendars.wantPullNow(_id, now)
  for (const calendar of await ctx.calendars.ofConnection(_id)) {
    await syncOne(ctx, calendar._id, now, tally)
    await onProgress({ ...tally })
  }
  return { ...tally }
}

/** @param since time of the request: a reading that another worker began since then counts as this one */
async function syncOne(ctx: CalendarSyncContext, id: string, since: Date, tally: Tally): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  while (Date.now() < deadline) {
    const claimed = await claimCalendar(ctx, id)
    if (claimed) return await workOn(ctx, claimed, tally)
    const calendar = await ctx.calendars.find(id)
    // No longer used, or read by another process since the request.
    if (!calendar || (calendar.read_at && calendar.read_at >= since && calendar.claim === null)) return
    if (calendar.claim === null && calendar.not_before > ctx.clock.now()) throw await failureOf(ctx, calendar)
    await delay(LOOK_MS)
  }
  throw new GoogleError('transient', { reason: 'busy' })
}

/** Another process tried since the request and failed. It is retried later; do not wait for that. */
async function failureOf(ctx: CalendarSyncContext, calendar: CalendarRecord): Promise<GoogleError> {
  const connection = await ctx.connections.find(calendar.organization_id, calendar.connection_id)
  if (connection?.needs_reauth_since) return new GoogleError('auth')
  return new GoogleError('transient', { reason: 'failed_meanwhile' })
}
