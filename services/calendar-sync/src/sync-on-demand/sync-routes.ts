import { type CalendarSyncCreate, operations } from '@usher/contracts'
import { EVENT_STREAM_HEADERS, type Job, notFound, type OperationRouter } from '@usher/service-kit'
import type { CalendarSyncContext } from '../context.ts'
import { notConfigured, requireLive } from '../google/problem.ts'
import { newSync, presentSync } from './sync.ts'

/** Routes for syncs on demand. */
export function syncRoutes(
  ctx: CalendarSyncContext,
  { on }: OperationRouter,
  { onDemand }: { readonly onDemand: Job },
): void {
  const { clock, syncs, idempotency: answers } = ctx

  const require = async (organizationId: string, id: string) => {
    const found = await syncs.find(organizationId, id)
    if (!found) throw notFound('sync')
    return found
  }

  on(operations.startCalendarSync, async ({ body, caller, idempotency }) => {
    requireLive(caller)
    if (!ctx.oauth) throw notConfigured()
    const ids = await connectionsOf(ctx, caller.organization_id, body)
    const reply = await answers.once(idempotency, async (session) => {
      const record = newSync(caller.organization_id, ids, clock.now())
      await syncs.insert(record, session)
      const location = `/api/google-calendar/syncs/${record._id}`
      return { body: presentSync(record), headers: { location }, audit: { resource: record._id } }
    })
    void onDemand.run()
    return reply
  })

  on(operations.getCalendarSync, async ({ params, caller }) => ({
    body: presentSync(await require(caller.organization_id, params.id)),
  }))

  on(operations.streamCalendarSync, async ({ params, caller }) => ({
    body: ctx.syncStreams.follow(await require(caller.organization_id, params.id)),
    headers: EVENT_STREAM_HEADERS,
  }))
}

/** Most connections per sync: far more than a venue has people. */
const MAX = 1_000

/**
 * The connections to sync.
 *
 * @throws ProblemError `not_found` if the one named does not exist
 */
async function connectionsOf(
  { connections }: CalendarSyncContext,
  organizationId: string,
  { connection_id, provider_id }: CalendarSyncCreate,
): Promise<string[]> {
  if (connection_id !== undefined) {
    return [(await connections.require(organizationId, connection_id))._id]
  }
  if (provider_id !== undefined) {
    const found = await connections.findOfProvider(organizationId, provider_id)
    if (!found) throw notFound('connection')
    return [found._id]
  }
  const all = await connections.list(organizationId, { afterId: undefined, limit: MAX })
  return all.map(({ _id }) => _id)
}
