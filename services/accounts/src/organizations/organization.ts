import {
  type Caller,
  country,
  DEFAULT_RETENTION_DAYS,
  type OrganizationView,
  PLANS,
  timezone,
} from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { z } from 'zod'

/** A customer: a business with its venues. Everything else belongs to exactly one. */
export interface Organization {
  readonly _id: string
  readonly name: string
  readonly plan: Caller['plan']
  /** Whether the platform API is open to it. */
  readonly early_access: boolean
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** IANA time zone. */
  readonly timezone: string
  /** Days that guests who left are kept with their names. */
  readonly guest_retention_days?: number
  readonly created_at: Date
  /** Counts changes of who belongs to it and as what. */
  readonly membership_version?: number
  /** Number of the organisation's last event. */
  readonly version?: number
  /** When its owner verified their address. Absent: of before, or made where that is not asked for. */
  readonly verified_at?: Date
  /** Since when it is being erased: its credentials are not valid any more. */
  readonly closed_at?: Date | null
}

/** What is given when an organisation is created; the defaults are those of a customer nobody knows yet. */
export const organizationDetails = z.strictObject({
  name: z.string().trim().min(1).max(100),
  plan: z.enum(PLANS).default('standard'),
  country: country.default('US'),
  timezone: timezone.default('UTC'),
  early_access: z.boolean().default(false),
})

export type OrganizationDetails = z.infer<typeof organizationDetails>

export const newOrganization = (details: OrganizationDetails, now: Date): Organization => ({
  _id: newId('organization'),
  ...details,
  created_at: now,
  version: 1,
})

export const versionOf = ({ version = 0 }: Organization): number => version

/** What its events tell of its address. */
export const verifiedOf = ({ verified_at }: Organization) =>
  verified_at === undefined ? {} : { verified_at: verified_at.toISOString() }

/** What an organisation sets itself. */
export const settingsOf = ({ name, country, timezone, guest_retention_days }: Organization) => ({
  name,
  country,
  timezone,
  guest_retention_days: guest_retention_days ?? DEFAULT_RETENTION_DAYS,
})

export const presentOrganization = (organization: Organization): OrganizationView => ({
  id: organization._id,
  name: organization.name,
  plan: organization.plan,
  early_access: organization.early_access,
  country: organization.country,
  timezone: organization.timezone,
  guest_retention_days: settingsOf(organization).guest_retention_days,
  created_at: organization.created_at.toISOString(),
})
