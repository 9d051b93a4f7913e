import { type Caller, PLANS } from '@usher/contracts'
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
  readonly created_at: Date
}

/** What is given when an organisation is created; the defaults are those of a customer nobody knows yet. */
export const organizationDetails = z.strictObject({
  name: z.string().trim().min(1).max(100),
  plan: z.enum(PLANS).default('standard'),
  country: z.string().refine(isCountry, { error: 'must be an ISO 3166-1 code such as DE' }).default('US'),
  timezone: z
    .string()
    .refine(isTimeZone, { error: 'must be an IANA time zone such as Europe/Berlin' })
    .default('UTC'),
  early_access: z.boolean().default(false),
})

export type OrganizationDetails = z.infer<typeof organizationDetails>

export const newOrganization = (details: OrganizationDetails, now: Date): Organization => ({
  _id: newId('organization'),
  ...details,
  created_at: now,
})

function isCountry(code: string): boolean {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  return /^[A-Z]{2}$/.test(code) && names.of(code) !== undefined
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
