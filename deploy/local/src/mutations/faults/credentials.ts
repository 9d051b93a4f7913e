import type { Fault } from '../fault.ts'

/** Faults in checks of keys, sessions and tokens. */
export const CREDENTIAL_FAULTS: readonly Fault[] = [
  {
    name: 'revoked-key-accepted',
    file: 'services/accounts/src/api-keys/api-key.ts',
    find: 'revoked_at === null && (expires_at',
    replace: '(expires_at',
    tests: ['services/accounts/test/resolve.test.ts'],
  },
  {
    name: 'expired-credential-stays-cached',
    file: 'gateway/src/credentials/known-caller.ts',
    find: 'Math.min(trustedUntilMs, expiresAtMs ?? trustedUntilMs)',
    replace: 'trustedUntilMs',
    tests: ['gateway/src/credentials/known-caller.test.ts'],
  },
  {
    name: 'expired-session-accepted',
    file: 'services/accounts/src/credentials/resolve-credential.ts',
    find: '!session || session.expires_at <= clock.now()',
    replace: '!session',
    tests: ['services/accounts/test/sessions.test.ts', 'services/accounts/test/resolve.test.ts'],
  },
  {
    name: 'access-token-for-another-api-accepted',
    file: 'gateway/src/credentials/access-token.ts',
    find: '{ issuer: publicUrl, audience: [...audiences] }',
    replace: '{ issuer: publicUrl, audience: [/./] as never }',
    tests: ['gateway/test/access-tokens.test.ts'],
  },
  {
    name: 'caller-token-audience-ignored',
    file: 'service-kit/src/http/caller-token.ts',
    find: 'issuer: ISSUER, audience: AUDIENCE }',
    replace: 'issuer: ISSUER }',
    tests: ['service-kit/test/units.test.ts'],
  },
  {
    name: 'access-token-keeps-scopes-beyond-the-role',
    file: 'services/accounts/src/oauth/resolve-access-token.ts',
    find: ' && (allowed === undefined || allowed.has(scope))',
    replace: '',
    tests: ['services/accounts/test/oauth.test.ts'],
  },
  {
    name: 'pkce-optional-with-a-client-secret',
    file: 'services/accounts/src/oauth/provider.ts',
    find: 'required: () => true',
    replace: "required: (_ctx, client) => client.clientAuthMethod === 'none'",
    tests: ['services/accounts/test/oauth.test.ts'],
  },
  {
    name: 'google-state-used-twice',
    file: 'services/calendar-sync/src/connecting/flow-store.ts',
    find: '{ _id: id, used_at: null }',
    replace: '{ _id: id }',
    tests: ['services/calendar-sync/test/connecting.test.ts'],
  },
  {
    name: 'code-of-a-second-factor-used-twice',
    file: 'services/accounts/src/second-factor/second-factor-store.ts',
    find: 'last_step: { $lt: step }',
    replace: 'last_step: { $lte: step }',
    tests: ['services/accounts/test/second-factor.test.ts'],
  },
  {
    name: 'refresh-token-used-again',
    file: 'services/accounts/src/oauth/provider.ts',
    find: 'rotateRefreshToken: true',
    replace: 'rotateRefreshToken: false',
    tests: ['services/accounts/test/oauth.test.ts'],
  },
]
