import { createHash, randomBytes } from 'node:crypto'
import {
  type ApiScope,
  type FieldChanges,
  NEWEST_API_VERSION,
  type OAuthClientCreate,
  type OAuthClientUpdate,
  type OAuthClientView,
} from '@usher/contracts'
import { changesBetween, newId } from '@usher/service-kit'

const SECRET_BYTES = 32

/** A partner's application. Members of any organisation may let it act for theirs. */
export interface OAuthClient {
  /** The client_id. */
  readonly _id: string
  /**
   * Owner, and the organisation it acts for with client credentials; null for a client that registered itself and
   * that nobody has let in yet.
   */
  readonly organization_id: string | null
  readonly name: string
  readonly type: 'confidential' | 'public'
  readonly redirect_uris: readonly string[]
  readonly scopes: readonly ApiScope[]
  /** Version of the API that its tokens get. */
  readonly api_version: string
  /** SHA-256 of the client secret, in hex; null for a public client. */
  readonly secret_sha256: string | null
  /** Member id, or `operator`; for a client that registered itself, the member who let it in first. */
  readonly created_by: string
  readonly created_at: Date
  readonly updated_at: Date
  /** Incremented with each change: sequence number of its last event, and its ETag. */
  readonly version: number
  /** Whether it registered itself (RFC 7591): nobody vouches for its name. */
  readonly self_registered?: boolean
  /** Whether it runs where there may be no browser, and asks people to open one elsewhere (RFC 8628). */
  readonly is_device?: boolean
  /** When it is removed unless somebody lets it in before; only for one that registered itself. */
  readonly expires_at?: Date | null
}

/** Creates a client secret: 256 random bits, with a prefix by which secret scanners find leaks. */
export const newClientSecret = (): string => `uos_${randomBytes(SECRET_BYTES).toString('base64url')}`

/** Hashes a client secret for storage; a fast hash is enough for 256 random bits. */
export const hashClientSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

interface Owner {
  readonly organization_id: string
  readonly created_by: string
}

/** Creates a client. `secret` is returned only here; a confidential client must keep it. */
export function newOAuthClient(
  details: OAuthClientCreate,
  owner: Owner,
  now: Date,
): { client: OAuthClient; secret: string | null } {
  const secret = details.type === 'confidential' ? newClientSecret() : null
  const client = {
    _id: newId('oauthClient'),
    ...owner,
    api_version: NEWEST_API_VERSION,
    ...details,
    secret_sha256: secret === null ? null : hashClientSecret(secret),
    created_at: now,
    updated_at: now,
    version: 0,
  }
  return { client, secret }
}

/** The changed client; undefined if a public one would have no redirect URI left. */
export function changedClient(client: OAuthClient, change: OAuthClientUpdate, now: Date) {
  const changed = { ...client, ...change, updated_at: now, version: client.version + 1 }
  return changed.type === 'public' && changed.redirect_uris.length === 0 ? undefined : changed
}

export const presentOAuthClient = (client: OAuthClient): OAuthClientView => ({
  id: client._id,
  name: client.name,
  type: client.type,
  redirect_uris: [...client.redirect_uris],
  scopes: [...client.scopes],
  api_version: client.api_version,
  self_registered: client.self_registered ?? false,
  created_by: client.created_by,
  created_at: client.created_at.toISOString(),
  updated_at: client.updated_at.toISOString(),
})

/** Audited changes of a client. */
export const clientAuditChanges = (before: OAuthClient, after: OAuthClient | null): FieldChanges =>
  changesBetween(auditFacts(before), after && auditFacts(after))

const auditFacts = ({ name, type, redirect_uris, scopes, api_version }: OAuthClient) => ({
  name,
  type,
  redirect_uris,
  scopes,
  api_version,
})
