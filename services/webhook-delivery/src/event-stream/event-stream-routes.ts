import { operations } from '@usher/contracts'
import { EVENT_STREAM_HEADERS, type OperationRouter } from '@usher/service-kit'
import type { EventFollowers } from './event-followers.ts'

/** Route of the stream of events. */
export function eventStreamRoutes(followers: EventFollowers, { on }: OperationRouter): void {
  on(operations.streamEvents, async ({ caller, query, version, lastEventId }) => ({
    body: await followers.follow({
      organizationId: caller.organization_id,
      types: query.types && new Set(query.types),
      version,
      lastEventId,
    }),
    headers: EVENT_STREAM_HEADERS,
  }))
}
