import type { Slot } from '@usher/contracts'
import { isStale } from '../calendars/stale.ts'
import type { BookingPlatformContext } from '../context.ts'
import type { NearLedger } from '../ledger/near-ledger.ts'
import type { ProviderRecord } from '../providers/provider.ts'
import type { ServiceTypeRecord } from '../service-types/service-type.ts'
import { type SlotSpec, spanAt } from '../slots/busy.ts'
import { localDays } from '../slots/local-days.ts'
import { type Calendar, type Range, sweep } from '../slots/sweep.ts'
import { type UnitedSlot, unite } from '../slots/union.ts'
import { type FullDays, fullDaysOf, isFullIn } from './full-days.ts'
import { boundsOf, calendarOf, daysIn, isLedgerFull, loadsOf, selectProviders } from './question.ts'

/** A search for slots of a service type, with one provider or any. */
export interface Question {
  readonly organizationId: string
  /** Time zone of the days for which the load of providers is compared. */
  readonly timezone: string
  readonly type: ServiceTypeRecord
  readonly spec: SlotSpec
  readonly providerId: string | undefined
  readonly range: Range
  /** Whether to ignore notice and horizon. */
  readonly isUnbounded?: boolean
  /** Bookings or holds to ignore. */
  readonly without?: readonly string[]
  /** The current day of a booking being moved: it already counts there, so that day is not full for it. */
  readonly ownDay?: string
  /** The full days, if already known. */
  readonly fullDays?: FullDays
}

/** The slots that can be booked now. @throws ProblemError `not_found` for another provider */
export async function findSlots(ctx: BookingPlatformContext, question: Question): Promise<UnitedSlot[]> {
  const { type } = question
  const open = await readCalendars(ctx, question)
  const { earliest, latest } = boundsOf(type, ctx.clock.now(), question.timezone)
  const bookable = { from: earliest, to: latest + 1 }
  const range = question.isUnbounded ? question.range : clip(question.range, bookable)
  if (!type.active || type.archived_at || range.from >= range.to) return []
  const fullDays = question.fullDays ?? (await fullDaysOf(ctx, question, range))
  const slots: UnitedSlot[] = []
  for (const day of localDays(range, question.timezone)) {
    await ctx.searches.turn(question.organizationId)
    slots.push(...slotsIn(open, { ...question, range: clip(day, range), fullDays }))
  }
  return slots
}

const clip = (range: Range, limits: Range): Range => ({
  from: Math.max(range.from, limits.from),
  to: Math.min(range.to, limits.to),
})

interface OpenCalendar {
  readonly provider: ProviderRecord
  readonly ledger: NearLedger | undefined
  readonly calendar: Calendar
}

/** Reads the calendars of the providers that can be booked at a moment. @throws ProblemError `not_found` */
export async function readCalendars(
  { providers, ledgers, calendars, clock }: BookingPlatformContext,
  { organizationId, type, providerId, range, without = [] }: Question,
  now = clock.now(),
): Promise<OpenCalendar[]> {
  const found = await providers.findMany(organizationId, type.provider_ids)
  const chosen = selectProviders(found, providerId)
  const ids = chosen.map(({ _id }) => _id)
  const taken = await ledgers.readNear(organizationId, ids, { range, remove: without, now })
  const elsewhere = await calendars.read(organizationId, ids)
  return chosen.flatMap((provider) => {
    const { _id } = provider
    const ofProvider = { ledger: taken.get(_id), elsewhere: elsewhere.get(_id) }
    if (isStale(provider, ofProvider.elsewhere, now)) return []
    return [{ provider, ledger: taken.get(_id), calendar: calendarOf(provider, ofProvider, now, without) }]
  })
}

/** The slots within a range, such as a day, computed from calendars already read. */
export function slotsIn(
  open: readonly OpenCalendar[],
  { timezone, range, spec, fullDays }: Pick<Question, 'timezone' | 'range' | 'spec'> & { fullDays: FullDays },
): UnitedSlot[] {
  const dayOf = daysIn(timezone)
  const offers = open.map(({ provider, ledger, calendar }) => {
    const isFull = isFullIn(fullDays, provider.time_zone)
    return {
      providerId: provider._id,
      weight: provider.weight,
      slots: sweep(calendar, range, spec).filter(
        ({ start }) => !isFull(start) && !isLedgerFull(ledger, spanAt(start, spec)),
      ),
      loadOn: loadsOf(calendar, dayOf),
    }
  })
  return unite(offers, dayOf)
}

export const presentSlot = ({ start, providerIds, seatsLeft }: UnitedSlot, { duration }: SlotSpec): Slot => ({
  start: new Date(start).toISOString(),
  end: new Date(start + duration).toISOString(),
  provider_ids: providerIds,
  seats_left: seatsLeft,
})
