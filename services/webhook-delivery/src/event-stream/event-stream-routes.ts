import { operations } from '@usher/contracts'
import { EVENT_STREAM_HEADERS, type OperationRouter } from '@usher/service-kit'
import type { WebhookContext } from '../context.ts'
import { requireEventScopes } from '../endpoints/event-scopes.ts'

/** Route of the stream of events. */
export function eventStreamRoutes({ followers }: WebhookContext, { on }: OperationRouter): void {
  on(operations.streamEvents, async ({ caller, query, version, lastEventId }) => {
    requireEventScopes(query.types ?? null, caller)
    const types = query.types && new Set(query.types)
    const organizationId = caller.organization_id
    return {
      body: await followers.follow({ organizationId, types, version, lastEventId }),
      headers: EVENT_STREAM_HEADERS,
    }
  })
}
