import { DAY_MS, MINUTE_MS } from '@usher/service-kit/durations'
import type { BookingPlatformContext } from '../context.ts'
import type { FreedRecord } from '../freed/freed-store.ts'
import { isOnline } from '../online-booking/online-page.ts'
import { isOnlineEnabled, type ServiceTypeRecord } from '../service-types/service-type.ts'
import type { Range } from '../slots/sweep.ts'
import { endStandby } from './endings.ts'
import { offerTime } from './offer-time.ts'
import { createSearch, type Search, type StandbySearch } from './search.ts'
import type { StandbyRecord } from './standby.ts'

/** Time that may be free, and who may wait for it. */
type Freed = Pick<FreedRecord, 'organization_id' | 'provider_ids' | 'service_type_id' | 'from' | 'to'>

/** Offers freed time to those who wait for it, in the order in which they joined. */
export async function handOut(
  ctx: BookingPlatformContext,
  freed: FreedRecord,
  timezone: string,
): Promise<void> {
  if (freed.standby_id === null) return await offerInOrder(ctx, freed, timezone)
  const tried = new Set<number>()
  for (;;) {
    const found = await waitingWithType(ctx, freed.organization_id, freed.standby_id)
    if (!found) return
    const start = await createSearch(ctx, timezone).firstFor({ ...found, range: ANY_TIME }, tried)
    if (start === undefined) return
    tried.add(start)
    await offerFree(ctx, found, start, timezone)
  }
}

const ANY_TIME: Range = { from: 0, to: Number.POSITIVE_INFINITY }

/** A customer who still waits, for what is still offered. */
async function waitingWithType(ctx: BookingPlatformContext, organizationId: string, id: string) {
  const standby = await ctx.standbys.find(organizationId, id)
  if (standby?.status !== 'waiting') return undefined
  const type = await ctx.serviceTypes.find(organizationId, standby.service_type_id)
  if (type && isStillOffered(standby, type)) return isOnline(type) ? { standby, type } : undefined
  await endStandby(ctx, standby, 'not_offered')
  return undefined
}

/** Offers a time that was found free for one customer: whoever has waited longer for the same has precedence. */
async function offerFree(
  ctx: BookingPlatformContext,
  { standby, type }: { readonly standby: StandbyRecord; readonly type: ServiceTypeRecord },
  start: number,
  timezone: string,
): Promise<void> {
  const time = { from: new Date(start), to: new Date(start + standby.duration_minutes * MINUTE_MS) }
  const { organization_id, _id: service_type_id, provider_ids } = type
  await offerInOrder(ctx, { organization_id, provider_ids, service_type_id, ...time }, timezone)
}

async function offerInOrder(ctx: BookingPlatformContext, freed: Freed, timezone: string): Promise<void> {
  const types = await typesOf(ctx, freed)
  const range = rangeOf(freed, [...types.values()])
  const search = createSearch(ctx, timezone)
  for await (const standby of ctx.standbys.waitingIn(freed.organization_id, range, concerned(freed, types))) {
    const type = types.get(standby.service_type_id)
    if (!type || !isStillOffered(standby, type)) await endStandby(ctx, standby, 'not_offered')
    else if (isOnline(type)) await offerFirst(ctx, { standby, type, range }, search)
  }
}

/** The service types of which times may have become free. */
async function typesOf(
  { serviceTypes }: BookingPlatformContext,
  { organization_id, provider_ids, service_type_id }: Freed,
): Promise<Map<string, ServiceTypeRecord>> {
  const either = [{ _id: service_type_id }, { provider_ids: { $in: provider_ids } }]
  const found = await serviceTypes.list(organization_id, { afterId: undefined, limit: 0 }, { $or: either })
  return new Map(found.map((type) => [type._id, type]))
}

/** Matches those who may be concerned. */
const concerned = (
  { provider_ids, service_type_id }: Freed,
  types: ReadonlyMap<string, ServiceTypeRecord>,
): object => ({
  $or: [
    { service_type_id: { $in: [...types.keys(), service_type_id] } },
    { provider_id: { $in: provider_ids } },
  ],
})

/** The starts that a freed time can have been in the way of: durations and buffers are around it. */
function rangeOf({ from, to, service_type_id }: Freed, types: readonly ServiceTypeRecord[]): Range {
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
  isOnlineEnabled(type) &&
  [type.duration_minutes, ...type.duration_options].includes(duration_minutes) &&
  (provider_id === null || type.provider_ids.includes(provider_id))

/** Offers a customer the first time that suits them. */
async function offerFirst(ctx: BookingPlatformContext, wanted: StandbySearch, search: Search): Promise<void> {
  const tried = new Set<number>()
  for (;;) {
    const start = await search.firstFor(wanted, tried)
    if (start === undefined) return
    const outcome = await offerTime(ctx, wanted.standby, start)
    if (outcome !== 'passed') search.forget()
    if (outcome !== 'gone') return
    tried.add(start)
  }
}
