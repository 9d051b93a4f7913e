import type { SlotRule } from '@usher/contracts'
import type { ClientSession } from 'mongoose'
import type { Question } from '../availability/find-slots.ts'
import { type FullDays, fullDaysOf, isFullIn } from '../availability/full-days.ts'
import { boundsOf, calendarOf, closedBy, daysIn, loadsOf, selectProviders } from '../availability/question.ts'
import type { CalendarRecord } from '../calendars/calendar-store.ts'
import type { BookingPlatformContext } from '../context.ts'
import type { Reservation } from '../ledger/ledger-store.ts'
import type { NearLedger } from '../ledger/near-ledger.ts'
import type { ProviderRecord } from '../providers/provider.ts'
import { type Entry, spanAt, verdictOn } from '../slots/busy.ts'
import { judge } from '../slots/judge.ts'
import { byLoad, nextFinish } from '../slots/union.ts'
import { SlotRefused } from './slot-refused.ts'

export interface SlotRequest extends Omit<Question, 'range'> {
  readonly start: number
  /** The booking or hold that reserves it. */
  readonly by: string
  readonly expires: number | null
  /** The reservation that it replaces: the booking's previous time, or a hold. */
  readonly replaces?: Reservation | undefined
  /** The time is already held or booked by the same customer: check only seats, not hours and notice. */
  readonly isOwn?: boolean
  /** It begins where another of the same visit ends, whatever the grid of starts. */
  readonly followsAnother?: boolean
}

/**
 * Reserves a provider's time within a transaction. The ledgers are read and changed in it, so of two that
 * reserve the same time the later conflicts, and finds it taken on retry.
 *
 * @throws SlotRefused if no provider is free
 */
export async function takeSlot(
  session: ClientSession,
  ctx: BookingPlatformContext,
  request: SlotRequest,
): Promise<ProviderRecord> {
  const { organizationId, type, start, spec, replaces } = request
  const providers = await ctx.providers.findMany(organizationId, type.provider_ids, session)
  const chosen = request.isOwn
    ? await ctx.providers.findMany(organizationId, [request.providerId ?? ''], session)
    : selectProviders(providers, request.providerId)
  const isClosed = !type.active || type.archived_at
  if (isClosed && !request.isOwn) throw new SlotRefused(['inactive'], start, request)
  const ids = chosen.map(({ _id }) => _id)
  const now = ctx.clock.now()
  const range = { from: start, to: start + 1 }
  const remove = replaces ? [replaces.by] : []
  const ledgers = await ctx.ledgers.readNear(organizationId, ids, { range, remove, now }, session)
  const elsewhere = await ctx.calendars.read(organizationId, ids, session)
  const fullDays = await fullDaysOf(ctx, request, range, session)
  const isAssigned = request.providerId === undefined && chosen.length > 1
  const finish = isAssigned ? await ctx.ledgers.finishTimes(organizationId, ids, session) : undefined
  const data = { ledgers, elsewhere, fullDays, finish }
  const { provider, ledger, nextFinish } = firstInTurn(request, chosen, data, now)
  const entry: Entry = {
    by: request.by,
    type: type._id,
    ...spanAt(start, spec),
    seats: spec.seats,
    expires: request.expires,
  }
  await ctx.ledgers.reserve(ledger, { entry, replaces, now }, session)
  if (isAssigned) await ctx.ledgers.setFinishTime(ledger, nextFinish, session)
  return provider
}

interface ProviderData {
  readonly ledgers: ReadonlyMap<string, NearLedger>
  readonly elsewhere: ReadonlyMap<string, CalendarRecord>
  readonly fullDays: FullDays
  /** Virtual finish times, if the provider is assigned. */
  readonly finish: ReadonlyMap<string, number> | undefined
}

/** Of the providers that are free, the one whose turn it is, with its next virtual finish time. @throws SlotRefused */
function firstInTurn(
  request: SlotRequest,
  chosen: readonly ProviderRecord[],
  { ledgers, elsewhere, fullDays, finish }: ProviderData,
  now: Date,
): { provider: ProviderRecord; ledger: NearLedger; nextFinish: number } {
  const { start, spec, type, replaces } = request
  const dayOf = daysIn(request.timezone)
  const finishOf = (id: string) => finish?.get(id) ?? 0
  const refusals: SlotRule[][] = []
  const all = []
  const free = []
  for (const provider of chosen) {
    const ledger = ledgers.get(provider._id)
    const ofProvider = { ledger, elsewhere: elsewhere.get(provider._id) }
    const without = replaces ? [replaces.by] : []
    const calendar = calendarOf(provider, ofProvider, now, without)
    const closed = request.isOwn ? null : closedBy(provider, ofProvider, spanAt(start, spec), now)
    const rules: SlotRule[] = request.isOwn
      ? [verdictOn(calendar.busy, start, spec).rule].filter((rule) => rule !== null)
      : judge(calendar, start, spec, boundsOf(type, now, request.timezone)).rules.filter(
          (rule) => !(request.followsAnother && rule === 'off_grid'),
        )
    const isFull = isFullIn(fullDays, provider.time_zone)
    if (!request.isOwn && isFull(start)) rules.push('day_full')
    if (closed) rules.push(closed)
    const candidate = {
      providerId: provider._id,
      weight: provider.weight,
      loadOn: loadsOf(calendar, dayOf),
    }
    all.push(candidate)
    if (rules.length > 0 || !ledger) refusals.push(rules)
    else free.push({ ...candidate, provider, ledger })
  }
  const [first] = free.sort(byLoad(dayOf(start), finishOf))
  if (first) return { ...first, nextFinish: nextFinish(first, all, finishOf) }
  const fewest = refusals.sort((a, b) => a.length - b.length)[0] ?? ['inactive']
  throw new SlotRefused(fewest, start, request)
}
