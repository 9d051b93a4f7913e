import { NEWEST_API_VERSION } from '@usher/contracts'
import type { KnownCaller } from '../../src/credentials/known-caller.ts'

/** A caller with an API key, but for what is given. */
export function aCaller(given: Partial<KnownCaller> = {}): KnownCaller {
  const actor = given.actor ?? 'key_1'
  return {
    organizationId: 'org_1',
    actor,
    scopes: new Set(),
    plan: 'standard',
    isEarly: false,
    kind: 'api_key',
    version: NEWEST_API_VERSION,
    limitHolder: actor,
    token: 'token',
    revokedWith: given.sessionId === undefined ? [actor] : [given.sessionId, actor],
    expiresAtMs: null,
    knownUntilMs: Number.MAX_SAFE_INTEGER,
    facts: '',
    ...given,
  }
}
