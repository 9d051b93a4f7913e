import { createLease, newId, startDuePoller } from '@usher/service-kit'
import type { WebhookContext } from '../context.ts'
import type { EndpointRecord } from '../endpoints/endpoint.ts'
import type { DeliveryRecord } from '../log/delivery.ts'
import type { ClaimedDelivery } from '../log/delivery-store.ts'
import type { Lanes } from '../pacing/lanes.ts'
import { claimEnd, newClaim } from '../pipeline/claims.ts'
import { type Job, laneFactsOf } from '../pipeline/job.ts'
import { handedOver, type ReplayRecord, replayFilter, settled, stopReason } from './replay.ts'

/** Longest time until a replay that another replica left is looked for, in ms. */
const SWEEP_MS = 5_000
/** After it another replica goes on with the replays of one that is no more. */
const LEASE_MS = 15_000

export interface ReplayRunner extends AsyncDisposable {
  /** Looks for what is to be replayed now. */
  poke(): void
}

/**
 * Works through replays, each one delivery after the other through the lane of its endpoint: the next goes out
 * once the one before was answered, so that a receiver gets them in order and at its own pace, beside live
 * events. One replica at a time does it, by lease; how far a replay is commits with each delivery handed over.
 */
export function startReplayRunner(ctx: WebhookContext, lanes: Lanes<Job>): ReplayRunner {
  const { clock, connection, log, replays } = ctx
  const lease = createLease(connection, 'webhook-replays', newId('event'), LEASE_MS)
  const stopping = new AbortController()
  const stopped = new Promise<void>((resolve) => {
    stopping.signal.addEventListener('abort', () => resolve())
  })
  const underWay = new Map<string, Promise<void>>()

  const advance = async (id: string) => {
    while (!stopping.signal.aborted && (await stepOf(ctx, lanes, id, stopped)));
  }
  const start = (id: string) => {
    if (underWay.has(id)) return
    const done = advance(id)
      .catch((err) => log.warn({ err, replayId: id }, 'a replay was interrupted and will go on'))
      .finally(() => underWay.delete(id))
    underWay.set(id, done)
  }
  let isHeld = false
  const poller = startDuePoller('webhook-replays', { clock, log, sweepMs: SWEEP_MS }, async () => {
    const running = await replays.listRunning()
    if (running.length === 0) {
      // Another replica begins the next one at once where it is asked for it.
      if (isHeld) await lease.release()
      isHeld = false
      return undefined
    }
    isHeld = await lease.hold()
    if (isHeld) for (const id of running) start(id)
    return clock.now()
  })
  return {
    poke: () => void poller.poke(),
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await poller[Symbol.asyncDispose]()
      await Promise.all(underWay.values())
      await lease.release()
    },
  }
}

/** Does the next delivery of a replay. False where there is none, or it has to be waited for. */
async function stepOf(
  ctx: WebhookContext,
  lanes: Lanes<Job>,
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
  if (lanes.room(endpoint._id) === 0) return false
  const claimed = await handOver(ctx, replay, next)
  if (claimed) await Promise.race([attempt(lanes, claimed, endpoint, clock.now()), stopped])
  return claimed !== null
}

/** Claims a delivery for an attempt and notes it; null where it is being attempted, or somebody else was faster. */
async function handOver(
  { clock, connection, deliveryLog, replays }: WebhookContext,
  replay: ReplayRecord,
  delivery: DeliveryRecord,
): Promise<ClaimedDelivery | null> {
  const now = clock.now()
  const claiming = { now, claim: newClaim(), until: claimEnd(now) }
  return await connection.getClient().withSession((session) =>
    session.withTransaction(async () => {
      const isMine = await replays.update(replay, handedOver(replay, delivery, now), session)
      const claimed = isMine ? await deliveryLog.claim(delivery, claiming, session) : null
      if (!claimed) await session.abortTransaction()
      return claimed
    }),
  )
}

/** Resolves once the attempt is over. */
const attempt = (
  lanes: Lanes<Job>,
  delivery: ClaimedDelivery,
  endpoint: EndpointRecord,
  endpointReadAt: Date,
): Promise<void> =>
  new Promise((onEnd) =>
    lanes.add(laneFactsOf(delivery, endpoint), { delivery, endpoint, endpointReadAt, onEnd }),
  )
