import type { Caller, NotificationSettings, NotificationSettingsUpdate } from '@usher/contracts'
import { invalidField } from '@usher/service-kit'
import type { OrganizationRecord } from '../organizations/organization-store.ts'
import { usualCountries } from './countries.ts'

/** What an organisation may set. */
export type Settings = Omit<NotificationSettings, 'sandbox_channels'>

type Limits = Omit<Settings, 'countries' | 'failover_after_seconds'>

/** What an organisation has set; null: the default. */
export type OwnSettings = { readonly [Name in keyof Settings]: Settings[Name] | null }

/** Settings as stored. */
export interface SettingsRecord extends OwnSettings {
  /** Id of the organisation. */
  readonly _id: string
  readonly version: number
}

/** Limits by plan. A guest hears from a venue a few times a visit; `development` is for trying things out. */
const LIMITS: Readonly<Record<Caller['plan'], Limits>> = {
  standard: { per_number_per_hour: 10, per_number_per_day: 30, per_organization_per_day: 10_000 },
  development: { per_number_per_hour: 10_000, per_number_per_day: 50_000, per_organization_per_day: 100_000 },
}

/** Most receipts arrive within seconds; a phone that is switched off answers much later. */
const FAILOVER_AFTER_SECONDS = 120

export const nothingSet = (organizationId: string): SettingsRecord => ({
  _id: organizationId,
  countries: null,
  per_number_per_hour: null,
  per_number_per_day: null,
  per_organization_per_day: null,
  failover_after_seconds: null,
  version: 0,
})

/** Effective settings: the organisation's own, else the defaults. */
export function settingsInForce(
  own: OwnSettings,
  organization: Pick<OrganizationRecord, 'country' | 'plan'> | undefined | null,
): Settings {
  const usual = LIMITS[organization?.plan ?? 'standard']
  return {
    countries: own.countries ?? usualCountries(organization?.country),
    per_number_per_hour: own.per_number_per_hour ?? usual.per_number_per_hour,
    per_number_per_day: own.per_number_per_day ?? usual.per_number_per_day,
    // The plan may have been downgraded.
    per_organization_per_day: Math.min(
      own.per_organization_per_day ?? usual.per_organization_per_day,
      usual.per_organization_per_day,
    ),
    failover_after_seconds: own.failover_after_seconds ?? FAILOVER_AFTER_SECONDS,
  }
}

/**
 * Settings after a change.
 *
 * @throws ProblemError `validation_failed` above the plan's limits
 */
export function changedSettings(
  before: SettingsRecord,
  given: NotificationSettingsUpdate,
  plan: Caller['plan'],
): SettingsRecord {
  const max = LIMITS[plan].per_organization_per_day
  if ((given.per_organization_per_day ?? 0) > max) {
    throw invalidField('/per_organization_per_day', `is at most ${max} by your plan`, 'above_plan')
  }
  return { ...before, ...given, version: before.version + 1 }
}

/** What the audit trail records of settings. */
export const settingsFacts = ({ _id: _, version: __, ...own }: SettingsRecord): OwnSettings => own
