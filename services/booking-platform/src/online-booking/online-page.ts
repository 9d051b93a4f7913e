import type { BookableService, OnlineBookingPage } from '@usher/contracts'
import { notFound } from '@usher/service-kit'
import type { BookingPageRecord } from '../booking-page/booking-page.ts'
import type { BookingPlatformContext } from '../context.ts'
import type { ProviderRecord } from '../providers/provider.ts'
import { isOnlineEnabled, type ServiceTypeRecord } from '../service-types/service-type.ts'

/** Most service types on a page. */
const MAX_SERVICES = 100

/** A service type that customers can book by themselves. */
export type OnlineServiceType = ServiceTypeRecord & {
  readonly online_booking: NonNullable<ServiceTypeRecord['online_booking']>
}

export const isOnline = (type: ServiceTypeRecord): type is OnlineServiceType =>
  type.active && !type.archived_at && isOnlineEnabled(type)

/** @throws ProblemError `not_found` unless customers can book the service type by themselves */
export function requireOnline(type: ServiceTypeRecord | null): OnlineServiceType {
  if (!type || !isOnline(type)) throw notFound('service type on this page')
  return type
}

/** What a booking page offers: service types that customers can book, and with whom. */
export async function onlinePage(
  { serviceTypes, providers }: BookingPlatformContext,
  page: BookingPageRecord,
): Promise<OnlineBookingPage> {
  const { organization_id, timezone, embed_sites } = page
  const match = {
    active: true,
    archived_at: null,
    online_booking: { $type: 'object' },
    'online_booking.enabled': { $ne: false },
  }
  const found = await serviceTypes.list(organization_id, { afterId: undefined, limit: MAX_SERVICES }, match)
  const types = found.filter(isOnline)
  const ids = [...new Set(types.flatMap(({ provider_ids }) => provider_ids))]
  const all = (await providers.findMany(organization_id, ids)).filter(
    ({ active, archived_at }) => active && !archived_at,
  )
  return {
    organization_id,
    timezone,
    embed_sites: [...embed_sites],
    services: types
      .map((type) => presentService(type, all))
      .filter(({ providers: with_ }) => with_.length > 0),
  }
}

function presentService(type: OnlineServiceType, all: readonly ProviderRecord[]): BookableService {
  const { name, description, duration_minutes, duration_options, capacity, price } = type
  const offering = all.filter(({ _id }) => type.provider_ids.includes(_id))
  return {
    id: type._id,
    name,
    description,
    duration_minutes,
    duration_options,
    capacity,
    price,
    providers: offering.map((one) => ({ id: one._id, name: one.name, timezone: one.time_zone })),
    requires_confirmation: type.requires_confirmation,
    questions: type.online_booking.questions,
    max_visits: type.online_booking.max_visits,
    cancel_until_minutes: type.online_booking.cancel_until_minutes,
    verification: type.online_booking.verification,
  }
}
