import type { Credential, CredentialKind } from '@usher/contracts'
import { credentialOf, isValid } from '../api-keys/api-key.ts'
import type { ServiceContext } from '../context.ts'
import { resolveAccessToken } from '../oauth/resolve-access-token.ts'
import { sessionCredential } from '../sessions/session.ts'

/**
 * Finds the caller for a credential with this SHA-256 (hex); undefined if it is unknown, revoked or expired.
 */
export const resolveCredential: Readonly<
  Record<CredentialKind, (context: ServiceContext, sha256: string) => Promise<Credential | undefined>>
> = {
  async api_key({ apiKeys, organizations, clock }, sha256) {
    const key = await apiKeys.findBySha256(sha256)
    if (!key || !isValid(key, clock.now())) return undefined
    const organization = await organizations.findOpen(key.organization_id)
    return organization ? credentialOf(key, organization) : undefined
  },
  async session({ sessions, members, organizations, clock }, sha256) {
    const session = await sessions.findBySha256(sha256)
    if (!session || session.expires_at <= clock.now()) return undefined
    const [member, organization] = await Promise.all([
      members.find(session.organization_id, session.member_id),
      organizations.findOpen(session.organization_id),
    ])
    return member && organization ? sessionCredential(session, member, organization) : undefined
  },
  access_token: resolveAccessToken,
}
