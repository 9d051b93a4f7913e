import { type Caller, operations } from '@usher/contracts'
import {
  changesBetween,
  inTransaction,
  notFound,
  type OperationRouter,
  type Origin,
  pageReply,
  placeOf,
} from '@usher/service-kit'
import { actorNames } from '../actors/actor-names.ts'
import type { ServiceContext } from '../context.ts'
import { endGrants } from './end-grants.ts'
import { type Grant, presentGrant } from './grant.ts'
import type { GrantFilter } from './grant-store.ts'

/** Routes for grants to applications: a member's own, and all of an organisation. */
export function grantRoutes(context: ServiceContext, { on }: OperationRouter): void {
  on(operations.listOwnOAuthGrants, ({ query, caller }) =>
    listGrants(context, ownOf(caller), `own oauth-grants ${caller.actor}`, query),
  )

  on(operations.endOwnOAuthGrant, ({ params, caller, origin }) =>
    endGrant(context, { ...ownOf(caller), id: params.id }, origin),
  )

  on(operations.listOAuthGrants, ({ query, caller }) => {
    const filter = { organizationId: caller.organization_id, memberId: query.member_id }
    return listGrants(context, filter, `oauth-grants ${caller.organization_id} ${query.member_id}`, query)
  })

  on(operations.endOAuthGrant, ({ params, caller, origin }) =>
    endGrant(context, { organizationId: caller.organization_id, id: params.id }, origin),
  )
}

const ownOf = ({ organization_id, actor }: Caller): GrantFilter => ({
  organizationId: organization_id,
  memberId: actor,
})

async function listGrants(
  context: ServiceContext,
  filter: GrantFilter,
  list: string,
  query: { limit: number; cursor?: string | undefined },
) {
  const [beforeId] = placeOf(context.cursors, list, query) ?? []
  const found = await context.artifacts.grants.list(filter, { beforeId, limit: query.limit + 1 })
  const named = found.flatMap(({ client_id, member_id }) => [client_id, member_id])
  const [names, selfRegistered] = await Promise.all([
    actorNames(context, filter.organizationId, named),
    context.oauthClients.selfRegistered(found.map(({ client_id }) => client_id)),
  ])
  const present = (grant: Grant) => presentGrant(grant, { names, selfRegistered })
  return pageReply({ cursors: context.cursors, list, query, found, place: ({ id }) => [id], present })
}

async function endGrant(context: ServiceContext, filter: GrantFilter, origin: Origin) {
  const [ended] = await inTransaction(context.connection, (session) =>
    endGrants(session, context, filter, origin),
  )
  if (!ended) throw notFound('OAuth grant')
  const { client_id, member_id, scopes } = ended
  return {
    body: null,
    audit: { resource: ended.id, changes: changesBetween({ client_id, member_id, scopes }, null) },
  }
}
