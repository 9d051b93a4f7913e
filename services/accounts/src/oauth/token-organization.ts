import type { ServiceContext } from '../context.ts'

/** The organisation that a token acts for: that of the consenting member, or of the application. */
export async function organizationOf(
  { members, oauthClients }: Pick<ServiceContext, 'members' | 'oauthClients'>,
  token: { accountId?: string | undefined; clientId?: string | undefined },
): Promise<string | undefined> {
  if (token.accountId !== undefined) return (await members.findAny(token.accountId))?.organization_id
  return (await oauthClients.findAny(token.clientId ?? ''))?.organization_id ?? undefined
}
