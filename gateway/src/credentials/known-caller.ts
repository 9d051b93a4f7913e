import type { KeyObject } from 'node:crypto'
import type { Caller, Credential, CredentialKind, Scope } from '@usher/contracts'
import { signCaller } from '@usher/service-kit'

/** A caller whose credential was found valid, ready to be passed on to services. */
export interface KnownCaller {
  readonly organizationId: string
  /** Identifier of the API key, of the member who is signed in, or of the application. */
  readonly actor: string
  /** Where a member is signed in; a write there needs its CSRF token. */
  readonly sessionId?: string | undefined
  readonly scopes: ReadonlySet<Scope>
  readonly plan: Caller['plan']
  /** Whether the platform API is open to the organisation. */
  readonly isEarly: boolean
  /** What the credential is, as some routes take only some kinds. */
  readonly kind: CredentialKind
  /** Who the rate limit of one credential is about. */
  readonly limitHolder: string
  /** The signed token that tells a service who is calling. */
  readonly token: string
  /** Subjects of the events that end or change it before. */
  readonly revokedWith: readonly string[]
  /** When the credential ends, in ms since 1970; null: never. */
  readonly expiresAtMs: number | null
  /** Until when it may be taken without asking again, in ms since 1970; no later than it ends. */
  readonly knownUntilMs: number
  /** All that accounts said of it, to tell whether that has changed. */
  readonly facts: string
}

/**
 * Signs a credential's facts once for all its requests. The token outlives the cache that the caller is
 * kept in (60 s against 30 s), so it is never renewed.
 *
 * @param trustedUntilMs until when it may be taken without asking again, unless it ends before; in ms since 1970
 */
export function knownCaller(
  kind: CredentialKind,
  { expires_at, revoked_with, ...caller }: Credential,
  privateKey: KeyObject,
  trustedUntilMs: number,
): KnownCaller {
  const expiresAtMs = expires_at === null ? null : Date.parse(expires_at)
  return {
    organizationId: caller.organization_id,
    actor: caller.actor,
    sessionId: caller.session_id,
    scopes: new Set(caller.scopes),
    plan: caller.plan,
    isEarly: caller.early_access,
    kind,
    // One application may act for many organisations.
    limitHolder: kind === 'access_token' ? `${caller.organization_id} ${caller.actor}` : caller.actor,
    revokedWith: [...revoked_with, caller.organization_id],
    token: signCaller(caller, privateKey),
    expiresAtMs,
    knownUntilMs: Math.min(trustedUntilMs, expiresAtMs ?? trustedUntilMs),
    facts: JSON.stringify(caller),
  }
}
