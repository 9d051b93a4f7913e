import type { Slot } from '@usher/contracts'
import type { BookingPlatformContext } from '../context.ts'
import type { NearLedger } from '../ledger/near-ledger.ts'
import type { ProviderRecord } from '../providers/provider.ts'
import type { ServiceTypeRecord } from '../service-types/service-type.ts'
import { spanAt, type Wanted } from '../slots/busy.ts'
import { type Calendar, type Range, sweep } from '../slots/sweep.ts'
import { type UnitedSlot, unite } from '../slots/union.ts'
import { type FullDays, fullDaysOf, isFullIn } from './full-days.ts'
import { boundsOf, calendarOf, chosenOf, daysIn, isLedgerFull, isStale, loadsOf } from './question.ts'

/** What is asked for: starts of a service type, with one provider or any. */
export interface Question {
  readonly organizationId: string
  /** Time zone in which the days are told apart on which providers are more or less busy. */
  readonly timezone: string
  readonly type: ServiceTypeRecord
  readonly wanted: Wanted
  readonly providerId: string | undefined
  readonly range: Range
  /** Whether notice and horizon do not count. */
  readonly isUnbounded?: boolean
  /** A booking or hold that is not to count. */
  readonly without?: readonly string[]
  /** The day of a booking that is moved: it counts there already, so to it that day is not full. */
  readonly ownDay?: string
  /** The days that are full, where they are known already. */
  readonly fullDays?: FullDays
}

/** The slots that can be booked now. @throws ProblemError `not_found` for another provider */
export async function findSlots(ctx: BookingPlatformContext, question: Question): Promise<UnitedSlot[]> {
  const { type } = question
  const open = await readCalendars(ctx, question)
  const range = question.isUnbounded ? question.range : within(question.range, type, ctx.clock.now())
  if (!type.active || type.archived_at || range.from >= range.to) return []
  const fullDays = question.fullDays ?? (await fullDaysOf(ctx, question, range))
  return slotsIn(open, { ...question, range, fullDays })
}

interface OpenCalendar {
  readonly provider: ProviderRecord
  readonly ledger: NearLedger | undefined
  readonly calendar: Calendar
}

/** What is taken of those with whom something can be booked now. @throws ProblemError `not_found` */
export async function readCalendars(
  { providers, ledgers, calendars, clock }: BookingPlatformContext,
  { organizationId, type, providerId, range, without = [] }: Question,
): Promise<OpenCalendar[]> {
  const found = await providers.findMany(organizationId, type.provider_ids)
  const chosen = chosenOf(found, providerId)
  const ids = chosen.map(({ _id }) => _id)
  const now = clock.now()
  const taken = await ledgers.readNear(organizationId, ids, { range, remove: without, now })
  const elsewhere = await calendars.read(organizationId, ids)
  return chosen.flatMap((provider) => {
    const { _id } = provider
    const ofProvider = { ledger: taken.get(_id), elsewhere: elsewhere.get(_id) }
    if (isStale(provider, ofProvider.elsewhere, now)) return []
    return [{ provider, ledger: taken.get(_id), calendar: calendarOf(provider, ofProvider, now, without) }]
  })
}

/** The slots within a range, by what was read. */
export function slotsIn(
  open: readonly OpenCalendar[],
  {
    timezone,
    range,
    wanted,
    fullDays,
  }: Pick<Question, 'timezone' | 'range' | 'wanted'> & { fullDays: FullDays },
): UnitedSlot[] {
  const dayOf = daysIn(timezone, range.from, range.to)
  const offers = open.map(({ provider, ledger, calendar }) => {
    const isFull = isFullIn(fullDays, provider.time_zone, range)
    return {
      providerId: provider._id,
      slots: sweep(calendar, range, wanted).filter(
        ({ start }) => !isFull(start) && !isLedgerFull(ledger, spanAt(start, wanted)),
      ),
      loadOn: loadsOf(calendar, dayOf),
    }
  })
  return unite(offers, dayOf)
}

/** What of a range can be booked at all, by notice and horizon. */
function within({ from, to }: Range, type: ServiceTypeRecord, now: Date): Range {
  const { earliest, latest } = boundsOf(type, now)
  return { from: Math.max(from, earliest), to: Math.min(to, latest + 1) }
}

export const presentSlot = ({ start, providerIds, seatsLeft }: UnitedSlot, { duration }: Wanted): Slot => ({
  start: new Date(start).toISOString(),
  end: new Date(start + duration).toISOString(),
  provider_ids: providerIds,
  seats_left: seatsLeft,
})
