import type { Credential, CredentialKind } from '@usher/contracts'
import { inTransaction, newId } from '@usher/service-kit'
import { credentialOf, isValid, organizationOfKey } from '../api-keys/api-key.ts'
import type { ServiceContext } from '../context.ts'
import type { Member } from '../members/member.ts'
import { resolveAccessToken } from '../oauth/resolve-access-token.ts'
import { type Organization, testOrganizationOf } from '../organizations/organization.ts'
import { startTestMode } from '../organizations/start-test-mode.ts'
import { sessionCredential } from '../sessions/session.ts'

/** @param livemode false: who a session calls as when it shows test data; of other credentials it says nothing */
type Resolve = (context: ServiceContext, sha256: string, livemode: boolean) => Promise<Credential | undefined>

/**
 * Finds the caller for a credential with this SHA-256 (hex); undefined if it is unknown, revoked or expired.
 */
export const resolveCredential: Readonly<Record<CredentialKind, Resolve>> = {
  async api_key({ apiKeys, organizations, clock }, sha256) {
    const key = await apiKeys.findBySha256(sha256)
    if (!key || !isValid(key, clock.now())) return undefined
    const organization = await organizations.findOpen(organizationOfKey(key))
    return organization ? credentialOf(key, organization) : undefined
  },
  async session(context, sha256, livemode) {
    const { sessions, members, organizations, clock } = context
    const session = await sessions.findBySha256(sha256)
    if (!session || session.expires_at <= clock.now()) return undefined
    const [member, organization] = await Promise.all([
      members.find(session.organization_id, session.member_id),
      organizations.findOpen(session.organization_id),
    ])
    if (!member || !organization) return undefined
    return sessionCredential(
      session,
      member,
      livemode ? organization : await testOrganizationFor(context, organization, member),
    )
  },
  access_token: resolveAccessToken,
}

/** The organisation with test data, which the first look at it makes. */
async function testOrganizationFor(
  context: ServiceContext,
  live: Organization,
  { _id: actor }: Member,
): Promise<Organization> {
  const known = testOrganizationOf(live)
  if (known) return known
  const origin = { actor, requestId: newId('request') }
  return await inTransaction(context.connection, (session) =>
    startTestMode(session, context, live._id, origin),
  )
}
