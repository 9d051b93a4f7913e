import {
  type FieldChanges,
  SERVICE_TYPE_DEFAULTS,
  type ServiceType,
  type ServiceTypeCreate,
  type ServiceTypeUpdate,
} from '@usher/contracts'
import { changesBetween, invalidField, newId, ProblemError } from '@usher/service-kit'

/** A service type as stored. */
export interface ServiceTypeRecord extends Omit<ServiceType, 'id' | 'online_booking' | Timestamps> {
  readonly _id: string
  readonly organization_id: string
  readonly version: number
  /** None in service types of before customers could book by themselves. */
  readonly online_booking?: OnlineBookingRecord | null
  readonly archived_at: Date | null
  readonly created_at: Date
  readonly updated_at: Date
}

type OnlineBooking = NonNullable<ServiceType['online_booking']>

/** `enabled` is absent in records from before online booking could be switched off: it is on. */
type OnlineBookingRecord = Omit<OnlineBooking, 'enabled'> & { readonly enabled?: boolean }

type Timestamps = 'archived_at' | 'created_at' | 'updated_at'

export const newServiceType = (
  given: ServiceTypeCreate,
  organization_id: string,
  now: Date,
): ServiceTypeRecord => ({
  ...settingsOf(given),
  _id: newId('serviceType'),
  organization_id,
  version: 1,
  archived_at: null,
  created_at: now,
  updated_at: now,
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

export const presentServiceType = (record: ServiceTypeRecord): ServiceType => {
  const { _id, organization_id: _, version: __, ...settings } = record
  return {
    id: _id,
    ...settings,
    online_booking: record.online_booking ? { enabled: true, ...record.online_booking } : null,
    archived_at: record.archived_at?.toISOString() ?? null,
    created_at: record.created_at.toISOString(),
    updated_at: record.updated_at.toISOString(),
  }
}

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
