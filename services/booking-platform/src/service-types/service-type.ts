import {
  type FieldChanges,
  SERVICE_TYPE_DEFAULTS,
  type ServiceType,
  type ServiceTypeCreate,
  type ServiceTypeUpdate,
} from '@usher/contracts'
import { changesBetween, invalidField, newId, ProblemError } from '@usher/service-kit'
import { begun, presented, type Stored } from '../catalog-items/item.ts'

/** A service type as stored. */
export interface ServiceTypeRecord extends Stored<Omit<ServiceType, 'online_booking'>> {
  /** None in service types of before customers could book by themselves. */
  readonly online_booking?: OnlineBookingRecord | null
}

type OnlineBooking = NonNullable<ServiceType['online_booking']>

/** `enabled` is absent in records from before online booking could be switched off: it is on. */
type OnlineBookingRecord = Omit<OnlineBooking, 'enabled'> & { readonly enabled?: boolean }

export const newServiceType = (
  given: ServiceTypeCreate,
  organizationId: string,
  now: Date,
): ServiceTypeRecord => ({
  ...settingsOf(given),
  _id: newId('serviceType'),
  ...begun(organizationId, now),
})

/** @throws ProblemError `invalid_transition` when activating an archived service type */
export function changedServiceType(
  current: ServiceTypeRecord,
  given: ServiceTypeUpdate,
  now: Date,
): ServiceTypeRecord {
  if (current.archived_at && given.active) {
    throw new ProblemError('invalid_transition', 'An archived service type cannot be reactivated.')
  }
  return { ...current, ...given, version: current.version + 1, updated_at: now }
}

/** The settings of a service type: those given and defaults. */
export const settingsOf = (given: ServiceTypeCreate) => ({
  ...SERVICE_TYPE_DEFAULTS,
  duration_options: [],
  provider_ids: [],
  ...given,
})

export const presentServiceType = (record: ServiceTypeRecord): ServiceType => ({
  ...presented(record),
  online_booking: record.online_booking ? { enabled: true, ...record.online_booking } : null,
})

/** Audited changes. */
export const serviceTypeChanges = (
  before: ServiceTypeRecord | null,
  after: ServiceTypeRecord | null,
): FieldChanges => changesBetween<object>(factsOf(before), factsOf(after))

function factsOf(record: ServiceTypeRecord | null) {
  if (!record) return null
  const { id: _, created_at: __, updated_at: ___, ...facts } = presentServiceType(record)
  return facts
}

/** Whether customers can book it by themselves, if it can be booked at all. */
export const isOnlineEnabled = ({ online_booking }: Pick<ServiceTypeRecord, 'online_booking'>): boolean =>
  !!online_booking && online_booking.enabled !== false

/** Minutes before the start until which customers can change a booking by themselves. */
export const cancelUntilOf = ({ online_booking }: ServiceTypeRecord): number =>
  online_booking?.cancel_until_minutes ?? 0

/**
 * Duration of a booking in minutes: the requested one if the service type offers it, else the default.
 *
 * @throws ProblemError `validation_failed`
 */
export function durationOf(type: ServiceTypeRecord, asked: number | undefined, pointer: string): number {
  const offered = [type.duration_minutes, ...type.duration_options]
  const duration = asked ?? type.duration_minutes
  if (offered.includes(duration)) return duration
  throw invalidField(pointer, `must be one of ${offered.join(', ')}`, 'not_offered')
}
