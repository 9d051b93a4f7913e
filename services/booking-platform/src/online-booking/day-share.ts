import { zoneOf } from '@usher/contracts/luxon-zone'
import { ProblemError } from '@usher/service-kit'
import { DAY_MS, MINUTE_MS, wholeSeconds } from '@usher/service-kit/durations'
import { DateTime } from 'luxon'
import type { ClientSession } from 'mongoose'
import type { HashedNetwork, HoldRecord } from '../bookings/hold-store.ts'
import type { BookingPlatformContext } from '../context.ts'
import type { ProviderRecord } from '../providers/provider.ts'
import type { ServiceTypeRecord } from '../service-types/service-type.ts'
import { openWindows } from '../slots/windows.ts'

/** Times that one address may hold at once on a page. */
const HELD_AT_ONCE = 10

/**
 * Parts of a day that may be taken online without a proved address, and at least how many bookings of one seat and the
 * ordinary length. They go by {@link timeTaken}.
 */
const SHARES = {
  /** Held at once with one provider, by everybody. The first time of a network is never refused for it. */
  held: { part: 1 / 2, least: 4 },
  /** Held at once with one provider, from one address. */
  heldByOne: { part: 1 / 4, least: 3 },
  /** Booked of a service type, from one address. */
  bookedByOne: { part: 1 / 2, least: 5 },
} as const

/** What a hold or booking takes of a provider's day, in ms, by its part of the seats. */
const timeTaken = ({ capacity }: ServiceTypeRecord, ms: number, seats: number): number =>
  Math.ceil((ms * seats) / capacity)

/** Ms that providers work on a day. */
function openTime(providers: readonly ProviderRecord[], date: string): number {
  const open = providers.flatMap((provider) => {
    const from = DateTime.fromISO(date, { zone: zoneOf(provider.time_zone) }).toMillis()
    const { windows } = openWindows(provider, from, from + DAY_MS)
    return windows.map(({ start, end }) => Math.min(end, from + DAY_MS) - Math.max(start, from))
  })
  return open.reduce((sum, ms) => sum + ms, 0)
}

/** The share of a day of providers, in whole bookings of one seat and the ordinary length. */
function shareOf(
  type: ServiceTypeRecord,
  open: number,
  { part, least }: (typeof SHARES)[keyof typeof SHARES],
): number {
  const ordinary = timeTaken(type, type.duration_minutes * MINUTE_MS, 1)
  return Math.max(least, Math.ceil(Math.floor(open / ordinary) * part)) * ordinary
}

/** A requested booking; by default of one seat and the ordinary length. */
export interface BookingSize {
  readonly type: ServiceTypeRecord
  readonly minutes?: number | undefined
  readonly seats?: number | undefined
}

/**
 * What the bookings of one visit take of its day, and how much of the day one address may take until one has to prove
 * an address: the first booking fits, however long it is.
 */
export async function bookableByOne(
  { providers }: BookingPlatformContext,
  wanted: readonly BookingSize[],
  date: string,
): Promise<{ readonly cost: number; readonly points: number }> {
  let [cost, points] = [0, 0]
  for (const { type, minutes = type.duration_minutes, seats = 1 } of wanted) {
    const taken = timeTaken(type, minutes * MINUTE_MS, seats)
    const all = await providers.findMany(type.organization_id, type.provider_ids)
    cost += taken
    points = Math.max(points, taken, shareOf(type, openTime(all, date), SHARES.bookedByOne))
  }
  return { cost, points }
}

/**
 * Checks that a hold leaves enough of its day to others, in the transaction that made it: holds with one provider
 * conflict, so of two at once the later one counts the other. The first time of a network passes, however long it is.
 *
 * @throws ProblemError `rate_limited`
 */
export async function requireShare(
  session: ClientSession,
  { holds, providers, serviceTypes, clock }: BookingPlatformContext,
  hold: HoldRecord,
  { type, networks }: { readonly type: ServiceTypeRecord; readonly networks: readonly HashedNetwork[] },
): Promise<void> {
  const now = clock.now()
  const { organization_id, provider_id, local_date } = hold
  const open = openTime(await providers.findMany(organization_id, [provider_id], session), local_date)
  const held = await holds.onlineOf(organization_id, now, session)
  const ofDay = held.filter((one) => one.provider_id === provider_id && one.local_date === local_date)
  const typeIds = [...new Set(ofDay.map(({ service_type_id }) => service_type_id))]
  const types = await serviceTypes.findMany(organization_id, typeIds, session)
  const taken = (some: readonly HoldRecord[]) =>
    some
      .map(({ service_type_id, start, end, seats }) => {
        const its = types.find(({ _id }) => _id === service_type_id) ?? type
        return timeTaken(its, end.getTime() - start.getTime(), seats)
      })
      .reduce((sum, ms) => sum + ms, 0)
  const isTooMuch = networks.some(({ hash, times }) => {
    const isFrom = ({ networks: its }: HoldRecord) => its?.includes(hash) ?? false
    if (held.filter(isFrom).length > HELD_AT_ONCE * times) return true
    const own = ofDay.filter(isFrom)
    return (
      own.length > 1 &&
      (taken(ofDay) > shareOf(type, open, SHARES.held) ||
        taken(own) > shareOf(type, open, SHARES.heldByOne) * times)
    )
  })
  if (!isTooMuch) return
  const next = Math.min(...held.map(({ expires_at }) => expires_at.getTime()))
  throw new ProblemError(
    'rate_limited',
    'Too many times are on hold right now. Finish your booking, or try again later.',
    { retryAfterSeconds: wholeSeconds(next - now.getTime()) },
  )
}
