import { startDueJob, type Job as Work } from '@usher/service-kit'
import type { WebhookContext } from '../context.ts'
import type { JobLanes } from '../pacing/lanes.ts'
import { claimEnd, newClaim } from './claims.ts'
import { type Job, laneFactsOf } from './job.ts'
import { nextInOrder } from './ordering.ts'
import { RETRY_DELAYS_MS } from './schedule.ts'

type SweepContext = Pick<WebhookContext, 'clock' | 'deliveries' | 'due' | 'endpoints' | 'log' | 'passed'>
type SweepLanes = Pick<JobLanes<Job>, 'add' | 'room'>

/** Deliveries claimed per write. */
const BATCH = 500
/** Endpoints swept concurrently. */
const ENDPOINTS_AT_ONCE = 8

/**
 * Maximum interval between sweeps, in ms: short enough to see another replica's retries before they are due.
 */
const MAX_INTERVAL_MS = RETRY_DELAYS_MS[0]

/**
 * Minimum interval between scheduled sweeps, in ms, so that deliveries due in between are claimed together.
 */
const MIN_INTERVAL_MS = 1_000

export interface Sweep extends Work {
  /** Sweeps within a second; repeated calls share one sweep. */
  pokeSoon(): void
}

/**
 * Claims deliveries when they become due. The next sweep also finds what a stopping replica released, and
 * what a dead one had claimed once its claims expire.
 */
export function startSweep(ctx: SweepContext, lanes: SweepLanes): Sweep {
  const poller = startDueJob('webhook-sweep', { ...ctx, sweepMs: MAX_INTERVAL_MS }, async () => {
    const now = ctx.clock.now()
    const first = await ctx.due.nextDue()
    if (!first || first > now) return first && later(first, now)
    await sweepDue(ctx, lanes)
    const next = await ctx.due.nextDue()
    return next && later(next, now)
  })
  let planned: NodeJS.Timeout | undefined
  const pokePlanned = () => {
    planned = undefined
    void poller.run()
  }
  return {
    run: poller.run,
    pokeSoon() {
      planned ??= setTimeout(pokePlanned, MIN_INTERVAL_MS).unref()
    },
    async [Symbol.asyncDispose]() {
      clearTimeout(planned)
      await poller[Symbol.asyncDispose]()
    },
  }
}

const later = (due: Date, now: Date) => new Date(Math.max(due.getTime(), now.getTime() + MIN_INTERVAL_MS))

/**
 * Claims due deliveries: retries, manual attempts, those that had no room in memory, and those that a dead
 * process had claimed. Queries each endpoint separately, so that a long backlog of one does not hide the
 * others, and in random order, so that replicas do not compete for the same ones.
 */
async function sweepDue(ctx: SweepContext, lanes: SweepLanes): Promise<void> {
  const now = ctx.clock.now()
  await sweepEach(await ctx.due.webhooksDue(now, { ordered: false }), async (webhookId) => {
    for (;;) {
      const limit = Math.min(lanes.room(webhookId), BATCH)
      const due = limit > 0 ? await ctx.due.findDue(webhookId, now, limit) : []
      await claimAll(ctx, lanes, due, now)
      // A full lane calls `onRoom` when it has room again.
      if (limit === 0 || due.length < limit) return
    }
  })
  const ordered = await ctx.due.webhooksDue(now, { ordered: true })
  await sweepEach(ordered, (webhookId) => sweepOrdered(ctx, lanes, webhookId))
}

/** Claims due ordered deliveries of an endpoint: the first of each resource, once it is its turn. */
export async function sweepOrdered(ctx: SweepContext, lanes: SweepLanes, webhookId: string): Promise<void> {
  const now = ctx.clock.now()
  const limit = Math.min(lanes.room(webhookId), BATCH)
  if (limit === 0) return
  const heads = await nextInOrder(ctx, webhookId, limit, now)
  await claimAll(ctx, lanes, heads, now)
}

async function sweepEach(ids: readonly string[], sweep: (webhookId: string) => Promise<void>): Promise<void> {
  const shuffled = ids.map((id) => ({ id, at: Math.random() })).sort((a, b) => a.at - b.at)
  const queue = shuffled.values()
  const worker = async () => {
    for (const { id } of queue) await sweep(id)
  }
  await Promise.all(Array.from({ length: Math.min(ENDPOINTS_AT_ONCE, ids.length) }, worker))
}

async function claimAll(
  { deliveries, endpoints }: SweepContext,
  lanes: SweepLanes,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  if (ids.length === 0) return
  const claimed = await deliveries.claim(ids, { now, claim: newClaim(), until: claimEnd(now) })
  const found = await endpoints.findByIds([...new Set(claimed.map(({ webhook_id }) => webhook_id))])
  const byId = new Map(found.map((endpoint) => [endpoint._id, endpoint]))
  const places = new Map(ids.map((id, place) => [id, place]))
  for (const delivery of claimed.sort((a, b) => (places.get(a._id) ?? 0) - (places.get(b._id) ?? 0))) {
    const endpoint = byId.get(delivery.webhook_id)
    lanes.add(laneFactsOf(delivery, endpoint), { delivery, endpoint, endpointReadAt: now })
  }
}
