import { liveOrganizationId } from '@usher/contracts'
import type { ServiceContext } from '../context.ts'

/** Current names of members, keys and applications, by id; deleted ones are left out. */
export async function actorNames(
  { apiKeys, members, oauthClients }: ServiceContext,
  ofOrganization: string,
  actors: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const organizationId = liveOrganizationId(ofOrganization)
  const ids = [...new Set(actors)]
  const named = await Promise.all([
    apiKeys.named(organizationId, ids),
    members.named(organizationId, ids),
    oauthClients.named(ids),
  ])
  return new Map(named.flat().map(({ _id, name }) => [_id, name]))
}
