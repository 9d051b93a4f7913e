import { type Job, startDueJob } from '@usher/service-kit'
import type { WebhookContext } from '../context.ts'
import type { EndpointRecord } from '../endpoints/endpoint.ts'
import { type ClaimedDelivery, newClaim } from '../log/delivery-store.ts'
import { nextInOrder } from './ordering.ts'
import { RETRY_DELAYS_MS } from './schedule.ts'

type SweepContext = Pick<WebhookContext, 'clock' | 'deliveries' | 'due' | 'endpoints' | 'log' | 'passed'>

/** Attempts claimed deliveries, as many at a time as their endpoints take. */
export interface Attempts {
  /** How many more deliveries to an endpoint this process can claim, by the endpoint's rate limit if it is known. */
  room(webhookId: string, endpoint?: Pick<EndpointRecord, 'rate_limit_per_second'>): number
  /**
   * Attempts a claimed delivery when it is its turn. Resolves once the result is written, or the claim was released.
   *
   * @param endpoint undefined: deleted
   */
  attempt(delivery: ClaimedDelivery, endpoint: EndpointRecord | undefined, readAt: Date): Promise<void>
}

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

/**
 * Takes what becomes due: retries, manual attempts, deliveries that had no room in memory, those that a stopping
 * replica released, and those of a dead one once its claims expire.
 *
 * @param takeOf takes what is due of an endpoint
 */
export function startSweep(ctx: SweepContext, takeOf: (webhookId: string) => Promise<void>): Job {
  return startDueJob('webhook-sweep', { ...ctx, sweepMs: MAX_INTERVAL_MS }, async () => {
    const now = ctx.clock.now()
    const first = await ctx.due.nextDue()
    if (!first || first > now) return first && later(first, now)
    await sweepDue(ctx, takeOf)
    const next = await ctx.due.nextDue()
    return next && later(next, now)
  })
}

const later = (due: Date, now: Date) => new Date(Math.max(due.getTime(), now.getTime() + MIN_INTERVAL_MS))

/**
 * Looks at each endpoint by itself, so that a long backlog of one does not hide the others, and in random order, so
 * that replicas do not compete for the same ones.
 */
async function sweepDue(
  { clock, due }: SweepContext,
  takeOf: (webhookId: string) => Promise<void>,
): Promise<void> {
  const now = clock.now()
  const unordered = await due.webhooksDue(now, { ordered: false })
  const ordered = await due.webhooksDue(now, { ordered: true })
  const ids = [...new Set([...unordered, ...ordered])]
  const shuffled = ids.map((id) => ({ id, at: Math.random() })).sort((a, b) => a.at - b.at)
  const queue = shuffled.values()
  const worker = async () => {
    for (const { id } of queue) await takeOf(id)
  }
  await Promise.all(Array.from({ length: Math.min(ENDPOINTS_AT_ONCE, ids.length) }, worker))
}

/**
 * Claims and attempts due deliveries of an endpoint, as far as there is room: longest overdue first, and of ordered
 * ones the first of each resource, once it is its turn.
 */
export async function takeDue(ctx: SweepContext, attempts: Attempts, webhookId: string): Promise<void> {
  // Asked first without the endpoint: while it rests, that is all there is to do.
  while (attempts.room(webhookId) > 0) {
    const now = ctx.clock.now()
    const [endpoint] = await ctx.endpoints.findByIds([webhookId])
    const limit = Math.min(attempts.room(webhookId, endpoint), BATCH)
    const ids = await ctx.due.findDue(webhookId, now, limit)
    if (ids.length < limit) ids.push(...(await nextInOrder(ctx, webhookId, limit - ids.length, now)))
    if (ids.length === 0) return
    const claimed = await ctx.deliveries.claim(ids, newClaim(now))
    const places = new Map(ids.map((id, place) => [id, place]))
    for (const delivery of claimed.sort((a, b) => (places.get(a._id) ?? 0) - (places.get(b._id) ?? 0)))
      void attempts.attempt(delivery, endpoint, now)
    if (ids.length < limit) return
  }
}
