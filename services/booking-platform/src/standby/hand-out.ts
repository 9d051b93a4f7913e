import { inTransaction, ProblemError } from '@usher/service-kit'
import { DAY_MS, MINUTE_MS } from '@usher/service-kit/durations'
import type { ClientSession } from 'mongoose'
import { findSlots } from '../availability/find-slots.ts'
import { slotSpecOf } from '../availability/question.ts'
import type { BookingPlatformContext } from '../context.ts'
import type { FreedRecord } from '../freed/freed-store.ts'
import { isOnline } from '../online-booking/online-page.ts'
import { inTurn } from '../scheduling/booking-command.ts'
import { holdSlot } from '../scheduling/hold.ts'
import { SlotRefused } from '../scheduling/slot-refused.ts'
import { isOnlineEnabled, type ServiceTypeRecord } from '../service-types/service-type.ts'
import type { Range } from '../slots/sweep.ts'
import { endStandby } from './endings.ts'
import { offered, type StandbyRecord } from './standby.ts'
import { saveStandby, systemOrigin } from './standby-events.ts'

/** Time that may be free, and who may wait for it. */
type Freed = Pick<FreedRecord, 'organization_id' | 'provider_ids' | 'service_type_id' | 'from' | 'to'>

/** How freed time is offered. */
interface HandOut {
  readonly timezone: string
  /** Offer only times that start before: the end of the quiet hours. undefined: it is not quiet. */
  readonly until: Date | undefined
}

/** Offers freed time to those who wait for it, in the order in which they joined. */
export async function handOut(ctx: BookingPlatformContext, freed: FreedRecord, how: HandOut): Promise<void> {
  if (freed.standby_id === null) return await offerInOrder(ctx, freed, how)
  const range = { from: 0, to: how.until?.getTime() ?? Number.POSITIVE_INFINITY }
  const tried = new Set<number>()
  for (;;) {
    const found = await waitingWithType(ctx, freed.organization_id, freed.standby_id)
    if (!found) return
    const start = await createSearch(ctx, how.timezone).firstFor({ ...found, range }, tried)
    if (start === undefined) return
    tried.add(start)
    await offerFree(ctx, found, start, how)
  }
}

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
  how: HandOut,
): Promise<void> {
  const time = { from: new Date(start), to: new Date(start + standby.duration_minutes * MINUTE_MS) }
  const { organization_id, _id: service_type_id, provider_ids } = type
  await offerInOrder(ctx, { organization_id, provider_ids, service_type_id, ...time }, how)
}

async function offerInOrder(
  ctx: BookingPlatformContext,
  freed: Freed,
  { timezone, until }: HandOut,
): Promise<void> {
  const types = await typesOf(ctx, freed)
  const around = rangeOf(freed, [...types.values()])
  const range = { ...around, to: Math.min(around.to, until?.getTime() ?? around.to) }
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

/** How long a time is held for the customer to whom it is offered. */
const OFFER_MINUTES = 10

/** The customer has as many bookings on the day as they may. */
class LimitReached extends Error {}

/** offered: held for the customer; gone: it cannot be booked by this customer; passed: the customer does not wait any more. */
type Outcome = 'offered' | 'gone' | 'passed'

/**
 * Offers a time to a customer: holds it, marks the standby and announces it in one transaction. So an offer is a
 * live hold, and nobody gets two.
 */
async function offerTime(
  ctx: BookingPlatformContext,
  standby: StandbyRecord,
  start: number,
): Promise<Outcome> {
  try {
    return await inTurn(ctx, standby, () =>
      inTransaction(ctx.connection, (session) => offer(session, ctx, standby, start)),
    )
  } catch (error) {
    if (error instanceof SlotRefused || error instanceof LimitReached) return 'gone'
    // The service type was changed so that what this customer waits for is not offered any more.
    if (error instanceof ProblemError) return 'passed'
    throw error
  }
}

async function offer(
  session: ClientSession,
  ctx: BookingPlatformContext,
  { organization_id, _id }: StandbyRecord,
  start: number,
): Promise<Outcome> {
  const before = await ctx.standbys.find(organization_id, _id, session)
  const page = await ctx.bookingPages.find(organization_id, organization_id, session)
  if (before?.status !== 'waiting' || !page || !suits(before, start)) return 'passed'
  const { service_type_id, duration_minutes, seats, provider_id } = before
  const body = {
    service_type_id,
    duration_minutes,
    seats,
    minutes: OFFER_MINUTES,
    start: new Date(start).toISOString(),
    ...(provider_id && { provider_id }),
  }
  const hold = await holdSlot(session, ctx, { body, caller: page })
  const type = await ctx.serviceTypes.require(organization_id, service_type_id, session)
  const customer = { customer: before.customer, day: hold.local_date }
  if (await ctx.limits.isReachedBy(type, customer, session)) throw new LimitReached()
  const provider = await ctx.providers.require(organization_id, hold.provider_id, session)
  const after = offered(before, hold, provider)
  await saveStandby(session, ctx, { before, after, origin: systemOrigin(organization_id) })
  return 'offered'
}

interface StandbySearch {
  readonly standby: StandbyRecord
  readonly type: ServiceTypeRecord
  readonly range: Range
}

/** Finds free starts for those who wait. */
interface Search {
  /** The first start in the range that suits a customer, but for those tried in vain. */
  firstFor(wanted: StandbySearch, tried: ReadonlySet<number>): Promise<number | undefined>
  /** A start was taken: what is left has to be looked up again. */
  forget(): void
}

/**
 * Searches once for all who wait for the same. What becomes free while a search is used is not found by it: it goes
 * to those who wait the longest, who may have had their turn.
 */
function createSearch(ctx: BookingPlatformContext, timezone: string): Search {
  const first = new Map<string, ReadonlySet<number>>()
  const current = new Map<string, readonly number[]>()

  const search = async ({ standby, type }: StandbySearch, day: number): Promise<readonly number[]> => {
    const { duration_minutes, seats, provider_id, organization_id: organizationId } = standby
    const key = [type._id, provider_id, duration_minutes, seats, day].join(' ')
    const known = current.get(key)
    if (known) return known
    const slots = await findSlots(ctx, {
      organizationId,
      timezone,
      type,
      spec: slotSpecOf(type, duration_minutes, seats),
      providerId: provider_id ?? undefined,
      range: { from: day, to: day + DAY_MS },
    })
    const free = slots.map(({ start }) => start)
    const atFirst = first.get(key) ?? new Set(free)
    const starts = free.filter((start) => atFirst.has(start))
    first.set(key, atFirst)
    current.set(key, starts)
    return starts
  }

  return {
    async firstFor(wanted, tried) {
      for (const part of within(startsOf(wanted.standby), wanted.range)) {
        for (let day = dayOf(part.from); day < part.to; day += DAY_MS) {
          const isWanted = (at: number) =>
            at >= part.from && at < part.to && !tried.has(at) && suits(wanted.standby, at)
          const start = (await search(wanted, day)).find(isWanted)
          if (start !== undefined) return start
        }
      }
      return undefined
    },
    forget: () => current.clear(),
  }
}

const dayOf = (at: number): number => Math.floor(at / DAY_MS) * DAY_MS

type StandbyRequest = Pick<StandbyRecord, 'windows' | 'duration_minutes' | 'unanswered'>

/** The ranges of starts that suit a customer: the whole booking lies in one of the windows. */
const startsOf = ({
  windows,
  duration_minutes,
}: Pick<StandbyRequest, 'windows' | 'duration_minutes'>): Range[] =>
  windows.map(({ from, to }) => ({
    from: from.getTime(),
    to: to.getTime() - duration_minutes * MINUTE_MS + 1,
  }))

/** The parts of the ranges that lie in another, merged and in order. */
function within(ranges: readonly Range[], { from, to }: Range): Range[] {
  const parts = ranges
    .map((one) => ({ from: Math.max(one.from, from), to: Math.min(one.to, to) }))
    .filter((one) => one.from < one.to)
    .sort((a, b) => a.from - b.from)
  const merged: Range[] = []
  for (const part of parts) {
    const last = merged.at(-1)
    if (last && part.from <= last.to)
      merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, part.to) }
    else merged.push(part)
  }
  return merged
}

/** Whether a start suits a customer: it lies in a window, and was not offered in vain. */
const suits = (request: StandbyRequest, start: number): boolean =>
  startsOf(request).some(({ from, to }) => start >= from && start < to) &&
  request.unanswered.every((at) => at.getTime() !== start)
