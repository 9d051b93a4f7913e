import type { Credential, Scope } from '@usher/contracts'
import { generateApiKey, hashApiKey, newId } from '@usher/service-kit'
import type { Organization } from '../organizations/organization.ts'

/** What is kept of an API key: enough to recognise it, not enough to use it. */
export interface ApiKey {
  readonly _id: string
  readonly organization_id: string
  readonly name: string
  readonly scopes: readonly Scope[]
  /** SHA-256 of the whole key, in hex. */
  readonly sha256: string
  /** Its last characters, by which people tell keys apart. */
  readonly last4: string
  readonly created_at: Date
  readonly last_used_at: Date | null
  readonly revoked_at: Date | null
  readonly expires_at: Date | null
}

type ApiKeyDetails = Pick<ApiKey, 'organization_id' | 'name' | 'scopes'>

/** Makes an API key that does not expire. `key` is the only copy of what the customer must keep. */
export function newApiKey(details: ApiKeyDetails, now: Date): { record: ApiKey; key: string } {
  const key = generateApiKey()
  const record = {
    _id: newId('apiKey'),
    ...details,
    sha256: hashApiKey(key),
    last4: key.slice(-4),
    created_at: now,
    last_used_at: null,
    revoked_at: null,
    expires_at: null,
  }
  return { record, key }
}

/** Whether a key still opens anything. */
export const isValid = ({ revoked_at, expires_at }: ApiKey, now: Date): boolean =>
  revoked_at === null && (expires_at === null || expires_at > now)

/** Who calls with a key, as the gateway is told. */
export const credentialOf = (key: ApiKey, organization: Organization): Credential => ({
  organization_id: organization._id,
  actor: key._id,
  scopes: [...key.scopes],
  plan: organization.plan,
  early_access: organization.early_access,
  country: organization.country,
  timezone: organization.timezone,
  expires_at: key.expires_at?.toISOString() ?? null,
})
