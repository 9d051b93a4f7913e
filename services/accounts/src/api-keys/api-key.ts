import {
  type ApiKeyView,
  type ApiScope,
  type Caller,
  type Credential,
  NEWEST_API_VERSION,
  testOrganizationId,
} from '@usher/contracts'
import { generateApiKey, generateTestApiKey, hashApiKey, newId, ProblemError } from '@usher/service-kit'
import type { Organization } from '../organizations/organization.ts'

/** An API key as stored: enough to recognise it, not enough to use it. */
export interface ApiKey {
  readonly _id: string
  /** The live one, also of a key for test data. */
  readonly organization_id: string
  /** false: for test data. Absent in keys from before there was any. */
  readonly livemode?: boolean
  readonly name: string
  readonly scopes: readonly ApiScope[]
  /** Queues to which the key is limited; null: all. */
  readonly queue_ids: readonly string[] | null
  /** Version of the API that it gets. */
  readonly api_version: string
  /** How often it was changed; none: never. */
  readonly changes?: number
  /** SHA-256 of the whole key, in hex. */
  readonly sha256: string
  /** Its last characters, so that people can tell keys apart. */
  readonly last4: string
  /** Member id, or `operator`. */
  readonly created_by: string
  /** The key that replaced it in a rotation. */
  readonly replaced_by: string | null
  readonly created_at: Date
  readonly last_used_at: Date | null
  readonly revoked_at: Date | null
  readonly expires_at: Date | null
}

type ApiKeyDetails = Pick<ApiKey, 'organization_id' | 'name' | 'scopes' | 'created_by'> &
  Partial<Pick<ApiKey, 'expires_at' | 'queue_ids' | 'livemode' | 'api_version'>>

/** Creates an API key, by default without expiry. `key` is returned only here; the customer must keep it. */
export function newApiKey(details: ApiKeyDetails, now: Date): { record: ApiKey; key: string } {
  const key = details.livemode === false ? generateTestApiKey() : generateApiKey()
  const record = {
    _id: newId('apiKey'),
    livemode: true,
    expires_at: null,
    queue_ids: null,
    api_version: NEWEST_API_VERSION,
    replaced_by: null,
    ...details,
    sha256: hashApiKey(key),
    last4: key.slice(-4),
    created_at: now,
    last_used_at: null,
    revoked_at: null,
  }
  return { record, key }
}

/** Prevents members from giving a key more scopes than their own. @throws ProblemError `forbidden` */
export function requireOwnScopes(caller: Caller, scopes: readonly ApiScope[]): void {
  const lacking = scopes.filter((scope) => !caller.scopes.includes(scope))
  if (lacking.length === 0) return
  throw new ProblemError('forbidden', `You do not have these scopes yourself: ${lacking.join(', ')}.`)
}

/** Whether a key is still valid. */
export const isValid = ({ revoked_at, expires_at }: ApiKey, now: Date): boolean =>
  revoked_at === null && (expires_at === null || expires_at > now)

/** The organisation whose data a key opens. */
export const organizationOfKey = ({ organization_id, livemode }: ApiKey): string =>
  livemode === false ? testOrganizationId(organization_id) : organization_id

/** The caller behind a key, as reported to the gateway. */
export const credentialOf = (key: ApiKey, organization: Organization): Credential => ({
  organization_id: organization._id,
  actor: key._id,
  scopes: [...key.scopes],
  ...(key.queue_ids && { queue_ids: [...key.queue_ids] }),
  plan: organization.plan,
  early_access: organization.early_access,
  country: organization.country,
  timezone: organization.timezone,
  api_version: key.api_version,
  expires_at: key.expires_at?.toISOString() ?? null,
  revoked_with: [key._id],
})

/** Apart from its use and its settings, a key changes only once, when it is rotated. */
export const versionOf = ({ replaced_by, changes = 0 }: ApiKey): number => 2 * changes + (replaced_by ? 2 : 1)

export const presentApiKey = (key: ApiKey): ApiKeyView => ({
  id: key._id,
  name: key.name,
  scopes: [...key.scopes],
  livemode: key.livemode ?? true,
  queue_ids: key.queue_ids ? [...key.queue_ids] : null,
  api_version: key.api_version,
  last4: key.last4,
  created_by: key.created_by,
  replaced_by: key.replaced_by ?? null,
  created_at: key.created_at.toISOString(),
  last_used_at: key.last_used_at?.toISOString() ?? null,
  expires_at: key.expires_at?.toISOString() ?? null,
})

/** When a rotated key expires: after the overlap, or earlier if it would have expired before. */
export function endOfOverlap({ expires_at }: ApiKey, overlapHours: number, now: Date): Date {
  const end = new Date(now.getTime() + overlapHours * 3_600_000)
  return expires_at && expires_at < end ? expires_at : end
}
