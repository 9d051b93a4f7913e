import type { KeyObject } from 'node:crypto'
import type { Caller, Credential, CredentialKind, Scope } from '@usher/contracts'
import { signCaller } from '@usher/service-kit'

/** A caller with a valid credential, ready to be passed on to services. */
export interface KnownCaller {
  readonly organizationId: string
  /** Id of the API key, the signed-in member or the application. */
  readonly actor: string
  /** The member who let the application act. */
  readonly onBehalfOf?: string | undefined
  /** Session of a signed-in member; a write in it needs its CSRF token. */
  readonly sessionId?: string | undefined
  readonly scopes: ReadonlySet<Scope>
  readonly plan: Caller['plan']
  /** Whether the organisation has access to the platform API. */
  readonly isEarly: boolean
  /** Kind of credential, as some routes accept only some. */
  readonly kind: CredentialKind
  /** Version of the API unless the request names another; undefined for a session: pages name theirs. */
  readonly version: string | undefined
  /** Whom the credential's rate limit applies to. */
  readonly limitHolder: string
  /** Signed token that tells a service who is calling. */
  readonly token: string
  /** Subjects of events that revoke or change it. */
  readonly revokedWith: readonly string[]
  /** When the credential expires, in ms since 1970; null: never. */
  readonly expiresAtMs: number | null
  /** Until when it may be used without asking accounts again, in ms since 1970; never after it expires. */
  readonly knownUntilMs: number
  /** Everything accounts said about it, to detect changes. */
  readonly facts: string
}

/**
 * Signs a caller once for all its requests. The token outlives the cache entry (60 s against 30 s), so it is never
 * renewed.
 *
 * @param trustedUntilMs until when it may be used without asking again, unless it expires sooner; in ms since 1970
 */
export function knownCaller(
  kind: CredentialKind,
  { expires_at, revoked_with, on_behalf_of, api_version: version, ...caller }: Credential,
  privateKey: KeyObject,
  trustedUntilMs: number,
): KnownCaller {
  const expiresAtMs = expires_at === null ? null : Date.parse(expires_at)
  return {
    organizationId: caller.organization_id,
    actor: caller.actor,
    onBehalfOf: on_behalf_of,
    sessionId: caller.session_id,
    scopes: new Set(caller.scopes),
    plan: caller.plan,
    isEarly: caller.early_access,
    kind,
    version,
    // One application may act for many organisations.
    limitHolder: kind === 'access_token' ? `${caller.organization_id} ${caller.actor}` : caller.actor,
    revokedWith: [...revoked_with, caller.organization_id],
    token: signCaller(caller, privateKey),
    expiresAtMs,
    knownUntilMs: Math.min(trustedUntilMs, expiresAtMs ?? trustedUntilMs),
    facts: JSON.stringify(caller),
  }
}
