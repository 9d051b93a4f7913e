import { ClaimLost } from '../claim-pool.ts'
import type { ConnectionRecord } from '../connections/connection.ts'
import type { EventsApi } from './events-api.ts'
import type { CalendarRecord } from './records/calendar-record.ts'
import type { ConflictKind } from './records/conflict-store.ts'
import type { LinkRecord } from './records/link-record.ts'
import type { SyncContext } from './sync-context.ts'

/** Lifetime of a claim on a calendar, in ms; renewed along the way. */
export const CLAIM_MS = 60_000

/** Renewals per lifetime of a claim, so that one failure does not lose it. */
const RENEWALS = 3

/** Changes made, on both sides together. */
export interface Tally {
  created: number
  updated: number
  deleted: number
  skipped: number
  conflicts: number
}

export const newTally = (): Tally => ({ created: 0, updated: 0, deleted: 0, skipped: 0, conflicts: 0 })

/** The work on one claimed calendar. */
export interface Cycle {
  readonly ctx: SyncContext
  readonly calendar: CalendarRecord
  readonly connection: ConnectionRecord
  readonly events: EventsApi
  readonly tally: Tally
  /** The other calendars of the account that can be written to, once they were needed. */
  others?: Promise<EventsApi[]>
}

/** Notes a conflict for staff, at the booking of a link, and counts it. */
export async function noteConflict({ ctx, tally }: Cycle, of: LinkRecord, kind: ConflictKind): Promise<void> {
  tally.conflicts += 1
  await ctx.conflicts.note(of, kind, ctx.clock.now())
}

type Claimed = Pick<Cycle, 'ctx' | 'calendar'>

/**
 * Renews the claim, between parts of the work.
 *
 * @throws ClaimLost
 */
export async function renewClaim({ ctx, calendar }: Claimed): Promise<void> {
  const claimed_until = new Date(ctx.clock.now().getTime() + ctx.claimMs)
  if (!(await ctx.calendars.update(calendar, { claimed_until }))) throw new ClaimLost(calendar._id)
}

/**
 * Renews the claim for as long as the work takes, however slow Google is. The work itself notices a claim that was
 * lost or cannot be renewed.
 */
export function holdClaim(claimed: Claimed): Disposable {
  const renew = () =>
    void renewClaim(claimed).catch((err) => claimed.ctx.log.debug({ err }, 'a claim was not renewed'))
  const timer = setInterval(renew, claimed.ctx.claimMs / RENEWALS)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
