import { operations, type RequestFilter } from '@usher/contracts'
import { type Handler, type OperationRouter, pageReply, placeOf } from '@usher/service-kit'
import { actorNames } from '../actors/actor-names.ts'
import type { ServiceContext } from '../context.ts'
import { presentLoggedRequest } from './logged-request.ts'

/** Routes for the request log. */
export function requestLogRoutes(context: ServiceContext, { on }: OperationRouter): void {
  const { requestLog, cursors } = context
  const list: Handler<typeof operations.listRequests> = async ({ query, caller }) => {
    const { limit, cursor: _, ...filter } = query
    const organizationId = caller.organization_id
    const name = `requests ${organizationId} ${nameOf(filter)}`
    const [belowId] = placeOf(cursors, name, query) ?? []
    const found = await requestLog.page(organizationId, filter, { belowId, limit: limit + 1 })
    const names = await actorNames(
      context,
      organizationId,
      found.map(({ actor }) => actor),
    )
    return pageReply({
      ...{ cursors, list: name, query, found },
      place: ({ _id }) => [_id],
      present: (entry) => presentLoggedRequest(entry, names),
    })
  }
  on(operations.listRequests, list)
  on(operations.listApiRequests, list)
}

/** In a fixed order, independent of the request. */
const nameOf = (filter: RequestFilter): string =>
  JSON.stringify(Object.entries(filter).sort(([a], [b]) => (a < b ? -1 : 1)))
