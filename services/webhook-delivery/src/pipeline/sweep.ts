import { type Poller, startDuePoller } from '@usher/service-kit'
import type { WebhookContext } from '../context.ts'
import type { Lanes } from '../pacing/lanes.ts'
import { claimEnd, newClaim } from './claims.ts'
import { type Job, laneFactsOf } from './job.ts'
import { headsInTurn } from './ordering.ts'
import { RETRY_DELAYS_MS } from './schedule.ts'

type SweepContext = Pick<WebhookContext, 'clock' | 'deliveries' | 'due' | 'endpoints' | 'log' | 'passed'>
type SweepLanes = Pick<Lanes<Job>, 'add' | 'room'>

/** Deliveries claimed with one write. */
const BATCH = 500
/** Endpoints that are looked at together. */
const ENDPOINTS_AT_ONCE = 8

/** Longest time between two looks, in ms: each sees the retries that another replica planned before they are due. */
const LOOK_MS = RETRY_DELAYS_MS[0]

/** Shortest time from one look to the next that nobody asked for, in ms: what is due by then is claimed together. */
const TOGETHER_MS = 1_000

export interface Sweep extends Poller {
  /** Looks within a second, for whatever has been left to it by then. */
  pokeSoon(): void
}

/**
 * Takes up what is due, when it is. What another replica gives back as it stops is found by the next look, and what one
 * that died had claimed as its claims end.
 */
export function startSweep(ctx: SweepContext, lanes: SweepLanes): Sweep {
  const poller = startDuePoller('webhook-sweep', { ...ctx, sweepMs: LOOK_MS }, async () => {
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
    void poller.poke()
  }
  return {
    poke: poller.poke,
    pokeSoon() {
      planned ??= setTimeout(pokePlanned, TOGETHER_MS).unref()
    },
    async [Symbol.asyncDispose]() {
      clearTimeout(planned)
      await poller[Symbol.asyncDispose]()
    },
  }
}

const later = (due: Date, now: Date) => new Date(Math.max(due.getTime(), now.getTime() + TOGETHER_MS))

/**
 * Takes up what is due: retries, manual attempts, what had no room in memory, and what a process that is no
 * more had claimed. Each endpoint is looked at for itself, so a long backlog of one hides nothing of another;
 * they come in random order, so that replicas do not reach for the same ones.
 */
async function sweepDue(ctx: SweepContext, lanes: SweepLanes): Promise<void> {
  const now = ctx.clock.now()
  await sweepEach(await ctx.due.webhooksDue(now, { ordered: false }), async (webhookId) => {
    for (;;) {
      const limit = Math.min(lanes.room(webhookId), BATCH)
      const due = limit > 0 ? await ctx.due.findDue(webhookId, now, limit) : []
      await claimAll(ctx, lanes, due, now)
      // A lane that is full tells when it has room again.
      if (limit === 0 || due.length < limit) return
    }
  })
  const ordered = await ctx.due.webhooksDue(now, { ordered: true })
  await sweepEach(ordered, (webhookId) => sweepOrdered(ctx, lanes, webhookId))
}

/** Takes up what is due of an endpoint with ordered deliveries: of each resource the first, when its turn has come. */
export async function sweepOrdered(ctx: SweepContext, lanes: SweepLanes, webhookId: string): Promise<void> {
  const now = ctx.clock.now()
  const limit = Math.min(lanes.room(webhookId), BATCH)
  if (limit === 0) return
  const heads = await headsInTurn(ctx, webhookId, limit, now)
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
