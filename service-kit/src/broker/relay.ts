import type { Connection } from 'mongoose'
import type { Logger } from '../logger.ts'
import { nativeCollection } from '../mongo/connection.ts'
import { listenToOutbox, OUTBOX_PARTS, type OutboxModel, ofParts, outboxModel } from '../mongo/outbox.ts'
import { createShares, type Share } from '../mongo/shares.ts'
import { startPoller } from '../poller.ts'
import { createForwarder } from './forwarder.ts'
import type { Publisher } from './publisher.ts'

/** Time until another replica takes over the partitions of one that died, in ms. */
const LEFT_OUT_AFTER_MS = 5_000
const SWEEP_MS = 1_000

interface RelayOptions {
  readonly connection: Connection
  readonly publisher: Publisher
  /** Name of this process, unique among its replicas. */
  readonly owner: string
  readonly log: Logger
}

/**
 * Moves events from the outbox to the broker, those of an organisation in the order of their commits, at least once.
 *
 * The replicas share the parts of the outbox. Each looks into its parts when something was committed: one that has all parts
 * knows that from its own transactions, the others from a change stream, which costs the database something with every write
 * of any service. A sweep finds the rest: what was left by a killed process, refused by a broker that was down, written by
 * an operator's command, or by a replica before its parts were shared.
 */
export function startRelay({ connection, publisher, owner, log }: RelayOptions): AsyncDisposable {
  const outbox = outboxModel(connection)
  const terms = { parts: OUTBOX_PARTS, ttlMs: LEFT_OUT_AFTER_MS }
  const shares = createShares(connection, 'outbox-relay', owner, terms)
  const forward = createForwarder(outbox, publisher, log)
  let parts: readonly number[] = []
  let stream: AsyncDisposable | undefined

  const isAsBefore = ({ own, surplus }: Share) => surplus.length === 0 && String(own) === String(parts)
  /** Resolves once what was in hand is published. */
  const rest = async () => {
    await stream?.[Symbol.asyncDispose]()
    stream = undefined
    await forward.rest()
  }
  const poller = startPoller('outbox-relay', SWEEP_MS, log, async () => {
    const share = await shares.look()
    if (!isAsBefore(share)) {
      await rest()
      await shares.giveBack(share.surplus)
      parts = share.own
    }
    const isShared = parts.length > 0 && parts.length < OUTBOX_PARTS
    if (isShared && !stream) {
      const opened = await follow(outbox, parts, forward.wake, () => {
        if (stream === opened) stream = undefined
      })
      stream = opened
    }
    forward.begin(parts)
  })
  const own = listenToOutbox(outbox, () => {
    if (!stream) forward.wake()
  })
  void poller.poke()

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

/** Tells of every transaction with events in some parts that is committed after the call. */
async function follow(
  outbox: OutboxModel,
  parts: readonly number[],
  onCommit: () => void,
  onEnd: () => void,
): Promise<AsyncDisposable> {
  // The stream opens later than this returns; from the time given it has everything nonetheless.
  const { operationTime: startAtOperationTime } = await outbox.db.getClient().db('admin').command({ ping: 1 })
  const inserts = { $match: { operationType: 'insert', 'fullDocument.part': ofParts(parts) } }
  const stream = nativeCollection(outbox).watch([inserts, { $project: { _id: 1 } }], { startAtOperationTime })
  stream.on('change', onCommit)
  stream.on('error', onEnd)
  stream.on('close', onEnd)
  return { [Symbol.asyncDispose]: () => stream.close() }
}
