import type { ServiceContext } from '../context.ts'

/** The names that members, keys and applications have now, by their identifiers; of those who are gone there is none. */
export async function actorNames(
  { apiKeys, members, oauthClients }: ServiceContext,
  organizationId: string,
  actors: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(actors)]
  const named = await Promise.all([
    apiKeys.named(organizationId, ids),
    members.named(organizationId, ids),
    oauthClients.named(ids),
  ])
  return new Map(named.flat().map(({ _id, name }) => [_id, name]))
}
