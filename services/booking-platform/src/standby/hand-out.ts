import { DAY_MS, MINUTE_MS } from '@usher/service-kit/durations'
import { findSlots } from '../availability/find-slots.ts'
import { slotSpecOf } from '../availability/question.ts'
import type { BookingPlatformContext } from '../context.ts'
import { isOnline } from '../online-booking/online-page.ts'
import type { ServiceTypeRecord } from '../service-types/service-type.ts'
import type { Range } from '../slots/sweep.ts'
import { endStandby } from './endings.ts'
import type { FreedRecord } from './freed-store.ts'
import { startsOf, suits, within } from './match.ts'
import { offerTime } from './offer-time.ts'
import type { StandbyRecord } from './standby.ts'

/** Free starts on a day in UTC, in order. */
type FreeStarts = (standby: StandbyRecord, type: ServiceTypeRecord, day: number) => Promise<readonly number[]>

/** Offers freed time to those who wait for it, in the order in which they joined. */
export async function handOut(
  ctx: BookingPlatformContext,
  freed: FreedRecord,
  timezone: string,
): Promise<void> {
  const { organization_id } = freed
  const types = await typesOf(ctx, freed)
  const range = rangeOf(freed, [...types.values()])
  const search = createSearch(ctx, timezone)
  for await (const standby of ctx.standbys.waitingIn(organization_id, range, concerned(freed, types))) {
    const type = types.get(standby.service_type_id)
    if (!type || !isStillOffered(standby, type)) {
      await endStandby(ctx, standby, 'not_offered')
      continue
    }
    await offerFirst(ctx, { standby, type, range }, search)
  }
}

/** The service types of which times may have become free. */
async function typesOf(
  { serviceTypes, standbys }: BookingPlatformContext,
  { organization_id, provider_id, service_type_id, standby_id }: FreedRecord,
): Promise<Map<string, ServiceTypeRecord>> {
  const standby = standby_id === null ? null : await standbys.find(organization_id, standby_id)
  const ids = [service_type_id, standby?.service_type_id].filter((id) => id != null)
  const either = [{ _id: { $in: ids } }, ...(provider_id === null ? [] : [{ provider_ids: provider_id }])]
  const found = await serviceTypes.list(organization_id, { afterId: undefined, limit: 0 }, { $or: either })
  return new Map(found.map((type) => [type._id, type]))
}

/** Matches those who may be concerned. */
function concerned(
  { provider_id, service_type_id, standby_id }: FreedRecord,
  types: ReadonlyMap<string, ServiceTypeRecord>,
): object {
  if (standby_id !== null) return { _id: standby_id }
  const ofTypes = {
    service_type_id: { $in: [...new Set([...types.keys(), ...(service_type_id ? [service_type_id] : [])])] },
  }
  return provider_id === null ? ofTypes : { $or: [ofTypes, { provider_id }] }
}

/** The starts that a freed time can have been in the way of: durations and buffers are around it. */
function rangeOf({ from, to, service_type_id }: FreedRecord, types: readonly ServiceTypeRecord[]): Range {
  const reach = Math.max(0, ...types.map(reachOf))
  // A day that is not full any more is free at other times, too, in any time zone.
  const isDayFreed = types.some(({ _id, max_per_day }) => _id === service_type_id && max_per_day !== null)
  const days = isDayFreed ? DAY_MS : 0
  return { from: from.getTime() - reach - days, to: to.getTime() + reach + days }
}

const reachOf = ({ duration_minutes, duration_options, ...type }: ServiceTypeRecord): number =>
  MINUTE_MS *
  (Math.max(duration_minutes, ...duration_options) +
    Math.max(type.buffer_before_minutes, type.buffer_after_minutes))

/** Whether what a customer waits for can still become free. */
const isStillOffered = ({ provider_id, duration_minutes }: StandbyRecord, type: ServiceTypeRecord): boolean =>
  !type.archived_at &&
  !!type.online_booking &&
  [type.duration_minutes, ...type.duration_options].includes(duration_minutes) &&
  (provider_id === null || type.provider_ids.includes(provider_id))

interface Wanted {
  readonly standby: StandbyRecord
  readonly type: ServiceTypeRecord
  readonly range: Range
}

/** Offers a customer the first time that suits them. */
async function offerFirst(
  ctx: BookingPlatformContext,
  { standby, type, range }: Wanted,
  search: ReturnType<typeof createSearch>,
): Promise<void> {
  if (!isOnline(type)) return
  const refused = new Set<number>()
  for (const part of within(startsOf(standby), range)) {
    for (let day = dayOf(part.from); day < part.to; day += DAY_MS) {
      for (;;) {
        const starts = await search.freeOn(standby, type, day)
        const start = starts.find(
          (at) => at >= part.from && at < part.to && !refused.has(at) && suits(standby, at),
        )
        if (start === undefined) break
        const outcome = await offerTime(ctx, standby, start)
        if (outcome === 'passed') return
        search.forget()
        refused.add(start)
        if (outcome === 'offered') return
      }
    }
  }
}

const dayOf = (at: number): number => Math.floor(at / DAY_MS) * DAY_MS

/** Searches for free starts, once for all who wait for the same, until one of them is taken. */
function createSearch(ctx: BookingPlatformContext, timezone: string) {
  const found = new Map<string, Promise<readonly number[]>>()
  const freeOn: FreeStarts = (standby, type, day) => {
    const { duration_minutes, seats, provider_id, organization_id: organizationId } = standby
    const key = [type._id, provider_id, duration_minutes, seats, day].join(' ')
    const known = found.get(key)
    if (known) return known
    const question = {
      ...{ organizationId, timezone, type, spec: slotSpecOf(type, duration_minutes, seats) },
      ...{ providerId: provider_id ?? undefined, range: { from: day, to: day + DAY_MS } },
    }
    const starts = findSlots(ctx, question).then((slots) => slots.map(({ start }) => start))
    found.set(key, starts)
    return starts
  }
  return { freeOn, forget: () => found.clear() }
}
