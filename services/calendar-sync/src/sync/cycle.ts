import type { ConnectionRecord } from '../connections/connection.ts'
import type { EventsApi } from './events-api.ts'
import type { CalendarRecord } from './records/calendar-record.ts'
import type { SyncContext } from './sync-context.ts'

/** How long a claimed calendar is left alone by other processes, in ms; renewed along the way. */
export const CLAIM_MS = 60_000

/** Parts of that time after which it is renewed, so that one failure does not lose the claim. */
const RENEWALS = 3

/** What was done, on both sides together. */
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
}

/** The claim has passed on: whoever has it now goes on. */
export class ClaimLost extends Error {
  override name = 'ClaimLost'
}

type Claimed = Pick<Cycle, 'ctx' | 'calendar'>

/** Keeps the claim for longer, between parts of the work. @throws ClaimLost */
export async function renewClaim({ ctx, calendar }: Claimed): Promise<void> {
  const claimed_until = new Date(ctx.clock.now().getTime() + ctx.claimMs)
  if (!(await ctx.calendars.update(calendar, { claimed_until }))) throw new ClaimLost(calendar._id)
}

/**
 * Keeps the claim as long as the work takes, however long Google takes for an answer. One that was lost, or cannot be
 * renewed, is noticed by the work itself.
 */
export function holdClaim(claimed: Claimed): Disposable {
  const renew = () =>
    void renewClaim(claimed).catch((err) => claimed.ctx.log.debug({ err }, 'a claim was not renewed'))
  const timer = setInterval(renew, claimed.ctx.claimMs / RENEWALS)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
