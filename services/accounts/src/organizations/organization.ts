import {
  type Brand,
  type Caller,
  type CloudEvent,
  country,
  DEFAULT_RETENTION_DAYS,
  type OrganizationView,
  organizationCreated,
  PLANS,
  type QuietHours,
  testOrganizationId,
  timezone,
} from '@usher/contracts'
import { newEvent, newId, type Origin } from '@usher/service-kit'
import { z } from 'zod'

/** A customer: a business with its venues. Everything else belongs to exactly one organisation. */
export interface Organization {
  readonly _id: string
  readonly name: string
  readonly plan: Caller['plan']
  /** Whether it may use the platform API. */
  readonly early_access: boolean
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** IANA time zone. */
  readonly timezone: string
  /** Days before guests who left are anonymised; absent: the default. */
  readonly guest_retention_days?: number
  /** Between which customers of bookings get only messages that cannot wait. */
  readonly quiet_hours?: QuietHours | null
  /** Address as people read it. */
  readonly address?: string | null
  /** E.164. */
  readonly phone?: string | null
  /** #rrggbb. */
  readonly brand_color?: string | null
  readonly privacy_url?: string | null
  /** File name of its logo, derived from the image. */
  readonly logo?: string | null
  readonly created_at: Date
  /** Incremented with each change of its members or their roles. */
  readonly membership_version?: number
  /** Sequence number of the organisation's last event. */
  readonly version: number
  /** When its owner verified their address. Absent: created without verification. */
  readonly verified_at?: Date
  /** When it first had test data, and its version then. Absent: it never had any. */
  readonly test_mode?: { readonly since: Date; readonly version: number }
  /** When its erasure began; from then on its credentials are invalid. */
  readonly closed_at?: Date | null
}

/** Input for a new organisation; the defaults suit an unknown customer. */
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

/** The first event of an organisation. */
export function firstEventOf(organization: Organization, origin: Omit<Origin, 'organizationId'>): CloudEvent {
  const { _id: id, name, plan, early_access, country, timezone } = organization
  return newEvent(organizationCreated, {
    subject: id,
    sequence: 1,
    time: organization.created_at,
    origin: { ...origin, organizationId: id },
    data: { id, name, plan, early_access, country, timezone, ...verifiedOf(organization) },
  })
}

/** Events of a test organisation that tell what the live one is: created and updated. */
const FIRST_TEST_EVENTS = 2

/**
 * The organisation with the test data of a live one: the same in everything else, at any time. Its own events are
 * counted from 1, and each later one of the live organisation has one of its own.
 *
 * @returns undefined if there is none
 */
export function testOrganizationOf({ test_mode, ...live }: Organization): Organization | undefined {
  if (!test_mode) return undefined
  const version = FIRST_TEST_EVENTS + live.version - test_mode.version
  return { ...live, _id: testOrganizationId(live._id), version, created_at: test_mode.since }
}

/** An organisation with the one of its test data, if there is one. */
export function withTestOrganization(organization: Organization): readonly Organization[] {
  const test = testOrganizationOf(organization)
  return test ? [organization, test] : [organization]
}

/** The verification of its address, for events. */
export const verifiedOf = ({ verified_at }: Organization) =>
  verified_at === undefined ? {} : { verified_at: verified_at.toISOString() }

/** The settings that an organisation may change itself. */
export const settingsOf = ({ name, country, timezone, ...given }: Organization) => ({
  name,
  country,
  timezone,
  guest_retention_days: given.guest_retention_days ?? DEFAULT_RETENTION_DAYS,
  quiet_hours: given.quiet_hours ?? null,
  address: given.address ?? null,
  phone: given.phone ?? null,
  brand_color: given.brand_color ?? null,
  privacy_url: given.privacy_url ?? null,
})

/** Path of the logo, served by the guest pages. */
export const logoPathOf = ({ _id, logo }: Organization): string | null =>
  logo ? `/logos/${_id}/${logo}` : null

/** @param publicUrl of the gateway */
const logoUrlOf = (organization: Organization, publicUrl: string): string | null => {
  const path = logoPathOf(organization)
  return path && new URL(path, publicUrl).href
}

/** @param publicUrl of the gateway */
export const presentOrganization = (organization: Organization, publicUrl: string): OrganizationView => ({
  id: organization._id,
  ...settingsOf(organization),
  logo_url: logoUrlOf(organization, publicUrl),
  plan: organization.plan,
  early_access: organization.early_access,
  created_at: organization.created_at.toISOString(),
})

/**
 * What guests see of an organisation.
 *
 * @param publicUrl of the gateway
 */
export function presentBrand(organization: Organization, publicUrl: string): Brand {
  const { country: _, timezone: __, quiet_hours: ___, ...shown } = settingsOf(organization)
  return { id: organization._id, ...shown, logo_url: logoUrlOf(organization, publicUrl) }
}
