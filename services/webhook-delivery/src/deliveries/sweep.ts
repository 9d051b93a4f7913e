import type { WebhookContext } from '../context.ts'
import { claimEnd, newClaim } from './claims.ts'
import type { Job } from './job.ts'
import type { Lanes } from './lanes.ts'

/** Deliveries claimed with one write. */
const BATCH = 500

/**
 * Takes up what is due: retries, manual attempts, what had no room in memory, and what a process that is no
 * more had claimed. Ends when nothing is due or nothing has room.
 */
export async function sweepDue(ctx: WebhookContext, lanes: Lanes<Job>): Promise<void> {
  const { deliveries, clock } = ctx
  for (;;) {
    const now = clock.now()
    const due = await deliveries.findDue(now, lanes.full(), BATCH)
    const chosen = withinRoom(due, lanes)
    if (chosen.length === 0) return
    for (const job of await claimJobs(ctx, chosen, now)) lanes.add(job.delivery.webhook_id, job)
    if (due.length < BATCH) return
  }
}

function withinRoom(due: readonly { _id: string; webhook_id: string }[], lanes: Lanes<Job>): string[] {
  return [...Map.groupBy(due, ({ webhook_id }) => webhook_id)].flatMap(([webhookId, group]) =>
    group.slice(0, lanes.room(webhookId)).map(({ _id }) => _id),
  )
}

async function claimJobs(
  { deliveries, endpoints }: WebhookContext,
  ids: readonly string[],
  now: Date,
): Promise<Job[]> {
  const claimed = await deliveries.claim(ids, { now, claim: newClaim(), until: claimEnd(now) })
  const found = await endpoints.findByIds([...new Set(claimed.map(({ webhook_id }) => webhook_id))])
  const byId = new Map(found.map((endpoint) => [endpoint._id, endpoint]))
  return claimed.map((delivery) => ({
    delivery,
    endpoint: byId.get(delivery.webhook_id),
    endpointReadAt: now,
  }))
}
