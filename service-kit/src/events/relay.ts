import { setTimeout as delay } from 'node:timers/promises'
import type { Connection } from 'mongoose'
import type { Publisher } from '../broker/publisher.ts'
import { systemClock } from '../clock.ts'
import type { Logger } from '../observability/logger.ts'
import { createShares, type Share } from '../store/shares.ts'
import { startDuePoller } from '../work/poller.ts'
import { createForwarder } from './forwarder.ts'
import { listenToOutbox, OUTBOX_PARTS, outboxModel, watchOutbox } from './outbox-store.ts'

/** Time until another replica takes over the partitions of one that died, in ms. */
const LEFT_OUT_AFTER_MS = 5_000
const SWEEP_MS = 1_000

/** A replica that is alone rests after this time without an event, in ms. */
const REST_AFTER_MS = 3_000
/** Longest time between two sweeps at rest, and how long a resting replica holds its parts, in ms. */
const REST_SWEEP_MS = 30_000
const REST_MS = 2 * REST_SWEEP_MS
/**
 * How long after checking a replica may trust that its parts are its own, in ms: less than what another leaves it at
 * rest.
 */
const SURE_MS = 2_000

interface RelayOptions {
  readonly connection: Connection
  readonly publisher: Publisher
  /** Name of this process, unique among its replicas. */
  readonly owner: string
  readonly log: Logger
}

/**
 * Publishes the outbox to the broker at least once, in the order of commits per organisation.
 *
 * Replicas share the parts of the outbox. Each reads its parts when something was committed: a replica with all parts
 * knows that from its own transactions, others from a change stream, which adds a cost to every write of any service.
 * A sweep finds the rest: what was left by a killed process, refused by a broker that was down, written by an
 * operator's command, or by a replica before its parts were shared.
 *
 * The sweep runs every second. A replica that is alone and has had no event for a while rests: it sweeps rarely, and
 * checks that its parts are still its own before it publishes the next event.
 */
export function startRelay({ connection, publisher, owner, log }: RelayOptions): AsyncDisposable {
  const outbox = outboxModel(connection)
  const terms = { parts: OUTBOX_PARTS, ttlMs: LEFT_OUT_AFTER_MS, restMs: REST_MS }
  const shares = createShares(connection, 'outbox-relay', owner, terms)
  const forward = createForwarder(outbox, publisher, log)
  let parts: readonly number[] = []
  let stream: AsyncDisposable | undefined
  /** By the monotonic clock. */
  let lookedAt = Number.NEGATIVE_INFINITY
  let heardAt = performance.now()
  let isResting = false

  const hasNothingToDo = () => performance.now() - heardAt > REST_AFTER_MS && !forward.isBehind()
  const wake = () => {
    heardAt = performance.now()
    if (!isResting && heardAt - lookedAt < SURE_MS) return forward.wake()
    void poller.poke()
  }
  const isAsBefore = ({ own, surplus }: Share) => surplus.length === 0 && String(own) === String(parts)
  /** Resolves once in-flight events are published. */
  const rest = async () => {
    const closing = stream
    stream = undefined
    await closing?.[Symbol.asyncDispose]()
    await forward.rest()
  }
  const open = async () => {
    const end = () => {
      if (stream === opened) stream = undefined
    }
    const opened = await watchOutbox(outbox, parts, { commit: wake, end })
    return opened
  }
  const relay = async () => {
    const startedAt = performance.now()
    const share = await shares.look(hasNothingToDo())
    lookedAt = startedAt
    if (!isAsBefore(share)) {
      await rest()
      await shares.giveBack(share.surplus)
      parts = share.own
    }
    const isShared = parts.length > 0 && parts.length < OUTBOX_PARTS
    if (isShared) stream ??= await open()
    const published = forward.begin(parts)
    // Learn whether all is published, but wait no longer than a sweep: the parts may be due to another by then.
    if (share.isAtRest) await Promise.race([published, delay(SWEEP_MS, undefined, { ref: false })])
    isResting = share.isAtRest && hasNothingToDo()
    return isResting ? undefined : new Date(Date.now() + SWEEP_MS)
  }
  const poller = startDuePoller('outbox-relay', { clock: systemClock, log, sweepMs: REST_SWEEP_MS }, relay)
  const own = listenToOutbox(outbox, () => {
    if (!stream) wake()
  })

  return {
    async [Symbol.asyncDispose]() {
      await poller[Symbol.asyncDispose]()
      await rest()
      own[Symbol.dispose]()
      await shares.giveBack(parts)
      await shares.leave()
    },
  }
}
