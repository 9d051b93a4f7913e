import { backoffMs, inTransaction, newId } from '@usher/service-kit'
import { ClaimLost, type ClaimPool, startClaimPool } from '../claim-pool.ts'
import type { ConnectionRecord } from '../connections/connection.ts'
import { GoogleError } from '../google/google-error.ts'
import { keepWatching } from './channels.ts'
import { type Cycle, holdClaim, newTally, type Tally } from './cycle.ts'
import { createEventsApi } from './events-api.ts'
import { leaveConnection } from './follow-connection.ts'
import { publishBusy } from './publish-busy.ts'
import { isReadWhole, pull } from './pull.ts'
import type { CalendarRecord } from './records/calendar-record.ts'
import { shownAs } from './rules/session.ts'
import { settle } from './settle.ts'
import type { SyncContext } from './sync-context.ts'

/** Longest time before an idle replica takes over work from a busy one, in ms. */
const SWEEP_MS = 20_000

const FIRST_BACKOFF_MS = 2_000
const MAX_BACKOFF_MS = 15 * 60_000
/** Longest backoff after failures of our own, in ms: Google needs no rest, and operators are waiting. */
const MAX_OWN_BACKOFF_MS = 5 * 60_000

/** Pause for a connection without valid consent, in ms, unless it is reconnected before. */
const PARKED_MS = 10 * 60_000

/** Works on calendars that are due, each claimed by one process at a time; a dead process's claim expires. */
export const startSyncWorker = (ctx: SyncContext): ClaimPool =>
  startClaimPool('calendar-sync', {
    atOnce: ctx.calendarsAtOnce,
    due: { clock: ctx.clock, log: ctx.log, sweepMs: SWEEP_MS },
    claim: () => claimCalendar(ctx),
    nextDueAt: () => ctx.calendars.nextDueAt(),
    work: (calendar) =>
      workOn(ctx, calendar).then(
        () => ctx.failures.succeeded(calendar._id),
        (err) => noteFailure(ctx, calendar, err),
      ),
  })

/** A failure caused by Google or another replica does not count as one of this process. */
function noteFailure({ log, failures }: SyncContext, { _id }: CalendarRecord, err: unknown): void {
  if (!(err instanceof GoogleError || err instanceof ClaimLost)) failures.failed('calendar', _id, err)
  else log.warn({ err, calendar: _id }, 'a calendar will be tried again')
}

/** Claims a calendar that is due, or only the one given. */
export async function claimCalendar(ctx: SyncContext, id?: string): Promise<CalendarRecord | null> {
  const now = ctx.clock.now()
  const until = new Date(now.getTime() + ctx.claimMs)
  const nextPullAt = new Date(now.getTime() + ctx.config.pollMs)
  return await ctx.calendars.claimDue({ now, claim: newId('request'), until, nextPullAt, ...(id && { id }) })
}

/**
 * Does what is due for a claimed calendar: reads its changes, writes ours, and publishes busy times. What failed is
 * retried later, from the state at that time.
 *
 * @throws the failure, after it was recorded
 */
export async function workOn(
  ctx: SyncContext,
  calendar: CalendarRecord,
  tally: Tally = newTally(),
): Promise<void> {
  using _held = holdClaim({ ctx, calendar })
  const connection = await ctx.connections.find(calendar.organization_id, calendar.connection_id)
  // Disconnected meanwhile, which deletes its calendars.
  if (!connection) return
  const postpone = (ms: number) => ctx.calendars.postpone(calendar, later(ctx, ms), ctx.clock.now())
  if (connection.needs_reauth_since) return await postpone(PARKED_MS)
  try {
    const again = await runCycle({
      ctx,
      calendar,
      connection,
      events: eventsOf(ctx, connection, calendar),
      tally,
    })
    if (calendar.pulling) await ctx.connections.noteSynced(connection, ctx.clock.now())
    if (calendar.writes || calendar.blocks || again)
      await ctx.calendars.release(calendar, again, ctx.clock.now())
    else await ctx.calendars.deleteClaimed(calendar)
  } catch (error) {
    if (!(error instanceof ClaimLost)) await postpone(waitMs(calendar, error))
    throw error
  } finally {
    await clearIfDisconnected(ctx, calendar, connection)
  }
}

/** Deletes what a cycle has stored since its connection was deleted. */
async function clearIfDisconnected(
  ctx: SyncContext,
  { _id }: CalendarRecord,
  of: ConnectionRecord,
): Promise<void> {
  if (await ctx.connections.find(of.organization_id, of._id)) return
  await inTransaction(ctx.connection, async (session) => {
    await ctx.busy.deleteOf(_id, session)
    await leaveConnection(session, ctx, of)
  })
}

const eventsOf = (ctx: SyncContext, connection: ConnectionRecord, { calendar_id }: CalendarRecord) =>
  createEventsApi(ctx.googleOf(connection), calendar_id)

async function runCycle(cycle: Cycle): Promise<Date | null> {
  const { ctx, calendar, connection } = cycle
  const isUsed = calendar.writes || calendar.blocks
  if (calendar.pulling && isUsed) {
    await keepWatching(cycle)
    if (calendar.writes && isReadWhole(cycle)) await linkAhead(cycle)
    await pull(cycle)
    await publishBusy(ctx, connection)
  }
  return await settle(cycle)
}

/** Bookings made before the connection are written, too; later ones are linked by their events. */
async function linkAhead({ ctx, calendar }: Cycle): Promise<void> {
  const now = ctx.clock.now()
  const ahead = await ctx.bookings.ahead(calendar.organization_id, calendar.provider_id, now)
  await ctx.links.ensureAll(calendar, ahead.map(shownAs), now)
}

const later = ({ clock }: SyncContext, ms: number) => new Date(clock.now().getTime() + ms)

/** Exponential backoff with jitter, at least Google's Retry-After ("Handle API errors": exponential backoff). */
function waitMs({ failures }: CalendarRecord, error: unknown): number {
  if (error instanceof GoogleError && error.fault === 'auth') return PARKED_MS
  const asked = error instanceof GoogleError ? (error.retryAfterMs ?? 0) : 0
  const maxMs = error instanceof GoogleError ? MAX_BACKOFF_MS : MAX_OWN_BACKOFF_MS
  return Math.max(asked, backoffMs(failures + 1, { firstMs: FIRST_BACKOFF_MS, maxMs }))
}
