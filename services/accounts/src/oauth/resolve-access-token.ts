import { type ApiScope, type Credential, liveOrganizationId, ROLES, type Scope } from '@usher/contracts'
import type { ServiceContext } from '../context.ts'
import { hashIdentifier } from '../grants/artifact-store.ts'
import type { Member } from '../members/member.ts'
import type { OAuthClient } from './oauth-client.ts'

/**
 * Finds the caller for an access token whose jti has this SHA-256 (hex); undefined if it is no longer valid.
 */
export async function resolveAccessToken(
  { artifacts, oauthClients, organizations, members, clock }: ServiceContext,
  sha256: string,
): Promise<Credential | undefined> {
  const token =
    (await artifacts.findByHash('AccessToken', sha256)) ??
    (await artifacts.findByHash('ClientCredentials', sha256))
  const { clientId = '', accountId, grantId, scope, exp = 0, extra } = token?.payload ?? {}
  const { organization_id = '' } = (extra ?? {}) as { organization_id?: string }
  if (!token || exp * 1000 <= clock.now().getTime()) return undefined
  const [client, organization, member, grant] = await Promise.all([
    oauthClients.findAny(clientId),
    organizations.findOpen(organization_id),
    accountId === undefined ? null : members.find(liveOrganizationId(organization_id), accountId),
    grantId === undefined ? null : artifacts.findByHash('Grant', hashIdentifier(grantId)),
  ])
  if (!client || !organization || (accountId !== undefined && !member)) return undefined
  // A token may be issued while its grant is being revoked.
  if (grantId !== undefined && !grant) return undefined
  return {
    organization_id,
    actor: clientId,
    ...(accountId !== undefined && { on_behalf_of: accountId }),
    scopes: effectiveScopes(scope, client, member),
    plan: organization.plan,
    early_access: organization.early_access,
    country: organization.country,
    timezone: organization.timezone,
    api_version: client.api_version,
    expires_at: new Date(exp * 1000).toISOString(),
    revoked_with: [sha256, clientId, ...(accountId === undefined ? [] : [accountId])],
  }
}

/** The scopes a token has now: no more than its application, and no more than the consenting member. */
function effectiveScopes(
  granted: string | undefined,
  client: OAuthClient,
  member: Member | null,
): ApiScope[] {
  const asked = new Set(granted?.split(' '))
  const allowed: ReadonlySet<Scope> | undefined = member ? new Set(ROLES[member.role]) : undefined
  return client.scopes.filter((scope) => asked.has(scope) && (allowed === undefined || allowed.has(scope)))
}
