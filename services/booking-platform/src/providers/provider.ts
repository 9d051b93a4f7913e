import {
  type FieldChanges,
  PROVIDER_DEFAULTS,
  type Provider,
  type ProviderCreate,
  type ProviderUpdate,
} from '@usher/contracts'
import { changesBetween, newId } from '@usher/service-kit'
import { begun, presented, type Stored } from '../catalog-items/item.ts'

/** A provider as stored. */
export interface ProviderRecord extends Stored<Omit<Provider, 'timezone' | 'service_type_ids'>> {
  readonly time_zone: string
}

interface Owner {
  readonly organization_id: string
  readonly timezone: string
}

/** Creates a provider, by default in the organisation's time zone. */
export const newProvider = (
  { timezone, ...given }: ProviderCreate,
  owner: Owner,
  now: Date,
): ProviderRecord => ({
  ...PROVIDER_DEFAULTS,
  weekly_hours: [],
  overrides: [],
  time_off: [],
  time_zone: timezone ?? owner.timezone,
  ...given,
  _id: newId('provider'),
  ...begun(owner.organization_id, now),
})

export const changedProvider = (
  current: ProviderRecord,
  { timezone: time_zone = current.time_zone, ...given }: ProviderUpdate,
  now: Date,
): ProviderRecord => ({ ...current, ...given, time_zone, version: current.version + 1, updated_at: now })

/** @param serviceTypeIds service types that can be booked with the provider */
export function presentProvider(record: ProviderRecord, serviceTypeIds: readonly string[]): Provider {
  const { time_zone: timezone, ...shown } = presented(record)
  return { ...shown, timezone, service_type_ids: [...serviceTypeIds] }
}

/** Audited changes. The reasons for time off are private. */
export const providerChanges = (before: ProviderRecord | null, after: ProviderRecord | null): FieldChanges =>
  changesBetween<Facts>(factsOf(before), factsOf(after), ['time_off'])

type Facts = Omit<Provider, 'id' | 'service_type_ids' | 'created_at' | 'updated_at'>

function factsOf(record: ProviderRecord | null): Facts | null {
  if (!record) return null
  const shown = presentProvider(record, [])
  const { id: _, service_type_ids: __, created_at: ___, updated_at: ____, ...facts } = shown
  return facts
}
