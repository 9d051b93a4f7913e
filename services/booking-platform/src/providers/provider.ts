import {
  type FieldChanges,
  PROVIDER_DEFAULTS,
  type Provider,
  type ProviderCreate,
  type ProviderUpdate,
} from '@usher/contracts'
import { changesBetween, newId } from '@usher/service-kit'

/** A provider as stored. */
export interface ProviderRecord extends Omit<Provider, 'id' | 'timezone' | 'service_type_ids' | Timestamps> {
  readonly _id: string
  readonly organization_id: string
  readonly version: number
  readonly archived_at: Date | null
  readonly created_at: Date
  readonly updated_at: Date
}

type Timestamps = 'archived_at' | 'created_at' | 'updated_at'

interface Owner {
  readonly organization_id: string
  readonly timezone: string
}

/** Creates a provider, by default in the organisation's time zone. */
export const newProvider = (given: ProviderCreate, owner: Owner, now: Date): ProviderRecord => ({
  ...PROVIDER_DEFAULTS,
  ...{ weekly_hours: [], overrides: [], time_off: [] },
  time_zone: owner.timezone,
  ...given,
  _id: newId('provider'),
  organization_id: owner.organization_id,
  version: 1,
  archived_at: null,
  created_at: now,
  updated_at: now,
})

export const changedProvider = (
  current: ProviderRecord,
  given: ProviderUpdate,
  now: Date,
): ProviderRecord => ({ ...current, ...given, version: current.version + 1, updated_at: now })

/** @param serviceTypeIds service types that can be booked with the provider */
export function presentProvider(record: ProviderRecord, serviceTypeIds: readonly string[]): Provider {
  const { _id, organization_id: _, version: __, ...settings } = record
  return {
    id: _id,
    ...settings,
    timezone: settings.time_zone,
    service_type_ids: [...serviceTypeIds],
    archived_at: record.archived_at?.toISOString() ?? null,
    created_at: record.created_at.toISOString(),
    updated_at: record.updated_at.toISOString(),
  }
}

/** Audited changes. The reasons for time off are private. */
export const providerChanges = (before: ProviderRecord | null, after: ProviderRecord | null): FieldChanges =>
  changesBetween<Facts>(factsOf(before), factsOf(after), ['time_off'])

type Facts = Omit<ProviderRecord, '_id' | 'organization_id' | 'version' | Timestamps> &
  Pick<Provider, 'archived_at'>

function factsOf(record: ProviderRecord | null): Facts | null {
  if (!record) return null
  const shown = presentProvider(record, [])
  const { id: _, timezone: __, service_type_ids: ___, created_at: ____, updated_at: _____, ...facts } = shown
  return facts
}
