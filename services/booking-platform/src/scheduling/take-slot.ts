import type { SlotRule } from '@usher/contracts'
import type { ClientSession } from 'mongoose'
import type { Question } from '../availability/find-slots.ts'
import { type FullDays, fullDaysOf, isFullIn } from '../availability/full-days.ts'
import { boundsOf, calendarOf, chosenOf, closedBy, daysIn, loadsOf } from '../availability/question.ts'
import type { CalendarRecord } from '../calendars/calendar-store.ts'
import type { BookingPlatformContext } from '../context.ts'
import type { Taken } from '../ledger/ledger-store.ts'
import type { NearLedger } from '../ledger/near-ledger.ts'
import type { ProviderRecord } from '../providers/provider.ts'
import { type Entry, spanAt, verdictOn } from '../slots/busy.ts'
import { judge } from '../slots/judge.ts'
import { byLoad } from '../slots/union.ts'
import { SlotRefused } from './slot-refused.ts'

export interface Wish extends Omit<Question, 'range'> {
  readonly start: number
  /** The booking or hold that takes it. */
  readonly by: string
  readonly expires: number | null
  /** What gives way to it: the booking itself where it was before, or a hold. */
  readonly instead?: Taken | undefined
  /** The time was given before, so that hours and notice do not count any more: only the seats do. */
  readonly isKept?: boolean
}

/**
 * Takes a time of a provider, within a transaction: the ledgers are read in it, and that of who is chosen is changed
 * in it, so of two that would take the same the later conflicts, and finds it taken when it looks again.
 *
 * @throws SlotRefused where nobody has the time
 */
export async function takeSlot(
  session: ClientSession,
  ctx: BookingPlatformContext,
  wish: Wish,
): Promise<ProviderRecord> {
  const { organizationId, type, start, wanted, instead } = wish
  const providers = await ctx.providers.findMany(organizationId, type.provider_ids, session)
  const chosen = wish.isKept
    ? await ctx.providers.findMany(organizationId, [wish.providerId ?? ''], session)
    : chosenOf(providers, wish.providerId)
  if ((!type.active || type.archived_at) && !wish.isKept) throw new SlotRefused(['inactive'], start, wish)
  const ids = chosen.map(({ _id }) => _id)
  const now = ctx.clock.now()
  const range = { from: start, to: start + 1 }
  const remove = instead ? [instead.by] : []
  const ledgers = await ctx.ledgers.readNear(organizationId, ids, { range, remove, now }, session)
  const elsewhere = await ctx.calendars.read(organizationId, ids, session)
  const fullDays = await fullDaysOf(ctx, wish, range, session)
  const { provider, ledger } = firstFree(wish, chosen, { ledgers, elsewhere, fullDays }, now)
  const entry: Entry = {
    ...{ by: wish.by, type: type._id, ...spanAt(start, wanted) },
    ...{ seats: wanted.seats, expires: wish.expires },
  }
  await ctx.ledgers.take(ledger, { entry, instead, now }, session)
  return provider
}

interface Known {
  readonly ledgers: ReadonlyMap<string, NearLedger>
  readonly elsewhere: ReadonlyMap<string, CalendarRecord>
  readonly fullDays: FullDays
}

/** Who is least busy on the day of those who have the time. @throws SlotRefused */
function firstFree(
  wish: Wish,
  chosen: readonly ProviderRecord[],
  { ledgers, elsewhere, fullDays }: Known,
  now: Date,
): { provider: ProviderRecord; ledger: NearLedger } {
  const { start, wanted, type, instead } = wish
  const dayOf = daysIn(wish.timezone, start, start + 1)
  const refusals: SlotRule[][] = []
  const free = []
  for (const provider of chosen) {
    const ledger = ledgers.get(provider._id)
    const ofProvider = { ledger, elsewhere: elsewhere.get(provider._id) }
    const without = instead ? [instead.by] : []
    const calendar = calendarOf(provider, ofProvider, now, without)
    const closed = wish.isKept ? null : closedBy(provider, ofProvider, spanAt(start, wanted), now)
    const rules: SlotRule[] = wish.isKept
      ? [verdictOn(calendar.busy, start, wanted).rule].filter((rule) => rule !== null)
      : judge(calendar, start, wanted, boundsOf(type, now)).rules
    const isFull = isFullIn(fullDays, provider.time_zone, { from: start, to: start + 1 })
    if (!wish.isKept && isFull(start)) rules.push('day_full')
    if (closed) rules.push(closed)
    if (rules.length > 0 || !ledger) refusals.push(rules)
    else free.push({ provider, ledger, providerId: provider._id, loadOn: loadsOf(calendar, dayOf) })
  }
  const [first] = free.sort(byLoad(dayOf(start)))
  if (first) return first
  const fewest = refusals.sort((a, b) => a.length - b.length)[0] ?? ['inactive']
  throw new SlotRefused(fewest, start, wish)
}
