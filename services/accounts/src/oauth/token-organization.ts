import { testOrganizationId } from '@usher/contracts'
import type { ServiceContext } from '../context.ts'
import { hashIdentifier, keyOfArtifact } from '../grants/artifact-store.ts'

const keyOfGrant = (grantId: string): string => keyOfArtifact('Grant', hashIdentifier(grantId))

/** The organisation whose data a token opens: that for which it acts, or the one of its test data. */
export async function dataOrganizationOf(
  context: Pick<ServiceContext, 'members' | 'oauthClients' | 'artifacts'>,
  token: { accountId?: string | undefined; clientId?: string | undefined; grantId?: string | undefined },
): Promise<string | undefined> {
  const id = await organizationOf(context, token)
  if (id === undefined || token.grantId === undefined) return id
  const isForTests = await context.artifacts.grants.opensTestData(keyOfGrant(token.grantId))
  return isForTests ? testOrganizationId(id) : id
}

/** The organisation that a token acts for: that of the consenting member, or of the application. */
export async function organizationOf(
  { members, oauthClients }: Pick<ServiceContext, 'members' | 'oauthClients'>,
  token: { accountId?: string | undefined; clientId?: string | undefined },
): Promise<string | undefined> {
  if (token.accountId !== undefined) return (await members.findAny(token.accountId))?.organization_id
  return (await oauthClients.findAny(token.clientId ?? ''))?.organization_id ?? undefined
}
