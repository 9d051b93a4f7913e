import { createLease, inTransaction, type Job, newId, outside, startDueJob } from '@usher/service-kit'
import type { WebhookContext } from '../context.ts'
import type { DeliveryRecord } from '../log/delivery.ts'
import { type ClaimedDelivery, newClaim } from '../log/delivery-store.ts'
import type { Dispatcher } from '../pipeline/dispatcher.ts'
import { handedOver, type ReplayRecord, replayFilter, settled, stopReason } from './replay.ts'

/** Interval at which to look for replays that another replica left behind, in ms. */
const SWEEP_MS = 20_000
/** Time until another replica takes over the replays of one that died, in ms. */
const LEASE_MS = 15_000

/**
 * Runs replays, one delivery at a time through the lane of its endpoint. The next goes out once the previous
 * one was attempted, so a receiver gets them in order and at its own pace, alongside live events. One replica
 * at a time does this, by lease; the progress of a replay commits with each delivery handed over.
 */
export function startReplayRunner(ctx: WebhookContext, dispatcher: Dispatcher): Job {
  const { clock, connection, log, replays } = ctx
  const lease = createLease(connection, 'webhook-replays', newId('event'), LEASE_MS)
  const stopping = new AbortController()
  const stopped = new Promise<void>((resolve) => {
    stopping.signal.addEventListener('abort', () => resolve())
  })
  const underWay = new Map<string, Promise<void>>()

  const advance = async (id: string) => {
    while (!stopping.signal.aborted && (await stepOf(ctx, dispatcher, id, stopped)));
  }
  const start = (id: string) => {
    if (underWay.has(id)) return
    const done = advance(id)
      .catch((err) => log.warn({ err, replayId: id }, 'a replay was interrupted and will go on'))
      .finally(() => underWay.delete(id))
    underWay.set(id, done)
    clock.due?.background(done)
  }
  let isHeld = false
  const job = startDueJob('webhook-replays', { clock, log, sweepMs: SWEEP_MS }, async () => {
    const running = await replays.listRunning()
    if (running.length === 0) {
      // Release the lease, so that any replica can start the next replay at once.
      if (isHeld) await lease.release()
      isHeld = false
      return undefined
    }
    isHeld = await lease.hold()
    if (isHeld) for (const id of running) start(id)
    return clock.now()
  })
  return {
    run: job.run,
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await job[Symbol.asyncDispose]()
      await Promise.all(underWay.values())
      await lease.release()
    },
  }
}

/** Runs the next step of a replay. False if there is none, or it has to wait. */
async function stepOf(
  ctx: WebhookContext,
  dispatcher: Dispatcher,
  id: string,
  stopped: Promise<void>,
): Promise<boolean> {
  const { clock, deliveries, deliveryLog, endpoints, replays } = ctx
  const replay = await replays.findRunning(id)
  if (!replay) return false
  if (replay.place && replay.handed_over_at) {
    const delivery = await deliveries.find(replay.organization_id, replay.place.id)
    return !delivery?.manual && (await replays.update(replay, settled(replay, delivery)))
  }
  const endpoint = await endpoints.find(replay.organization_id, replay.webhook_id)
  const stopped_reason = stopReason(replay, endpoint)
  const next = stopped_reason ? null : await deliveryLog.nextAfter(replayFilter(replay), replay.place)
  if (!endpoint || !next) {
    const status = stopped_reason ? 'stopped' : 'completed'
    await replays.update(replay, { status, stopped_reason, completed_at: clock.now() })
    return false
  }
  if (dispatcher.room(endpoint._id, endpoint) === 0) return false
  const claimed = await handOver(ctx, replay, next)
  if (claimed) {
    const attempted = dispatcher.attempt(claimed, endpoint, clock.now())
    await outside(clock, () => Promise.race([attempted, stopped]))
  }
  return claimed !== null
}

/**
 * Claims the next delivery and records the progress; null if the delivery is being attempted or another
 * replica was faster.
 */
async function handOver(
  { clock, connection, deliveryLog, replays }: WebhookContext,
  replay: ReplayRecord,
  delivery: DeliveryRecord,
): Promise<ClaimedDelivery | null> {
  const now = clock.now()
  return await inTransaction(connection, async (session) => {
    const isMine = await replays.update(replay, handedOver(replay, delivery, now), session)
    const claimed = isMine ? await deliveryLog.claim(delivery, newClaim(now), session) : null
    if (!claimed) await session.abortTransaction()
    return claimed
  })
}
