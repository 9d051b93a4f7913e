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

/** Parts of what fits into a day that may be taken online without a proved address, and at least how many. */
const SHARES = {
  /** Held at once with one provider, by everybody. The first time of a network is never refused for it. */
  held: { part: 1 / 2, least: 4 },
  /** Held at once with one provider, from one address. */
  heldByOne: { part: 1 / 4, least: 3 },
  /** Booked of a service type, from one address. */
  bookedByOne: { part: 1 / 2, least: 5 },
} as const

/** How many bookings of a service type fit into a day of the providers. */
export function placesOf(
  { duration_minutes, capacity }: ServiceTypeRecord,
  providers: readonly ProviderRecord[],
  date: string,
): number {
  const starts = providers.map((provider) => {
    const from = DateTime.fromISO(date, { zone: provider.time_zone }).toMillis()
    const open = openWindows(provider, from, from + DAY_MS).windows.map(
      ({ start, end }) => Math.min(end, from + DAY_MS) - Math.max(start, from),
    )
    return Math.floor(open.reduce((sum, ms) => sum + ms, 0) / (duration_minutes * MINUTE_MS))
  })
  return starts.reduce((sum, count) => sum + count, 0) * capacity
}

const shareOf = (places: number, { part, least }: (typeof SHARES)[keyof typeof SHARES]): number =>
  Math.max(least, Math.ceil(places * part))

/** How many bookings of a day one address may make until one has to prove an address. */
export async function bookableByOne(
  { providers }: BookingPlatformContext,
  type: ServiceTypeRecord,
  date: string,
): Promise<number> {
  const all = await providers.findMany(type.organization_id, type.provider_ids)
  return shareOf(placesOf(type, all, date), SHARES.bookedByOne)
}

/**
 * Checks that a hold leaves enough of its day to others, in the transaction that made it: holds with one provider
 * conflict, so of two at once the later one counts the other.
 *
 * @throws ProblemError `rate_limited`
 */
export async function requireShare(
  session: ClientSession,
  { holds, providers, clock }: BookingPlatformContext,
  hold: HoldRecord,
  { type, networks }: { readonly type: ServiceTypeRecord; readonly networks: readonly HashedNetwork[] },
): Promise<void> {
  const now = clock.now()
  const [provider] = await providers.findMany(hold.organization_id, [hold.provider_id], session)
  const places = provider ? placesOf(type, [provider], hold.local_date) : 0
  const held = await holds.onlineOf(hold.organization_id, now, session)
  const ofDay = held.filter(
    ({ provider_id, local_date }) => provider_id === hold.provider_id && local_date === hold.local_date,
  )
  const from = (some: readonly HoldRecord[], hash: string) =>
    some.filter((one) => one.networks?.includes(hash)).length
  const holdsMore = networks.some(({ hash }) => from(ofDay, hash) > 1)
  const isTooMuch =
    (holdsMore && ofDay.length > shareOf(places, SHARES.held)) ||
    networks.some(
      ({ hash, times }) =>
        from(held, hash) > HELD_AT_ONCE * times ||
        from(ofDay, hash) > shareOf(places, SHARES.heldByOne) * times,
    )
  if (!isTooMuch) return
  const next = Math.min(...held.map(({ expires_at }) => expires_at.getTime()))
  throw new ProblemError(
    'rate_limited',
    'Too many times are on hold right now. Finish your booking, or try again later.',
    { retryAfterSeconds: wholeSeconds(next - now.getTime()) },
  )
}
