import type { Connection } from 'mongoose'
import type { Logger } from '../logger.ts'
import { nativeCollection } from '../mongo/connection.ts'
import { createLease } from '../mongo/lease.ts'
import { type OutboxModel, type OutboxRecord, outboxModel } from '../mongo/outbox.ts'
import { startPoller } from '../poller.ts'
import type { Publisher } from './publisher.ts'

/** Transactions whose events are published with their confirms outstanding together. */
const BATCH = 64
/** Transactions kept in memory; beyond it the sweep reads them from the outbox again. */
const MOST_PENDING = 2_000
const LEASE_MS = 5_000
const SWEEP_MS = 1_000

interface RelayOptions {
  readonly connection: Connection
  readonly publisher: Publisher
  /** Name of this process, unique among its replicas. */
  readonly owner: string
  readonly log: Logger
}

/**
 * Moves events from the outbox to the broker, in the order of their commits, at least once.
 *
 * One replica at a time does it, by lease. A change stream hands it each event as it is committed; a sweep
 * each second publishes what the stream missed: what a killed process left, what a broker that was down refused.
 */
export function startRelay({ connection, publisher, owner, log }: RelayOptions): AsyncDisposable {
  const outbox = outboxModel(connection)
  const lease = createLease(connection, 'outbox-relay', owner, LEASE_MS)
  const forward = createForwarder(outbox, publisher, log)
  let stream: AsyncDisposable | undefined

  const poller = startPoller('outbox-relay', SWEEP_MS, log, async () => {
    if (!(await lease.hold())) {
      await stream?.[Symbol.asyncDispose]()
      stream = undefined
      return
    }
    stream ??= follow(outbox, forward.accept, () => {
      stream = undefined
    })
    await forward.sweep(() => lease.hold())
  })
  void poller.poke()

  return {
    async [Symbol.asyncDispose]() {
      await poller[Symbol.asyncDispose]()
      await stream?.[Symbol.asyncDispose]()
      await forward.idle()
      await lease.release()
    },
  }
}

/** Hands on the events of every transaction committed from now on. */
function follow(
  outbox: OutboxModel,
  accept: (record: OutboxRecord) => void,
  onEnd: () => void,
): AsyncDisposable {
  const stream = nativeCollection(outbox).watch<OutboxRecord>([{ $match: { operationType: 'insert' } }])
  stream.on('change', (change) => {
    if (change.operationType === 'insert') accept(change.fullDocument)
  })
  stream.on('error', onEnd)
  stream.on('close', onEnd)
  return { [Symbol.asyncDispose]: () => stream.close() }
}

function createForwarder(outbox: OutboxModel, publisher: Publisher, log: Logger) {
  let pending: OutboxRecord[] = []
  let flushing: Promise<void> | undefined

  const publishAndDelete = async (records: readonly OutboxRecord[]) => {
    await publisher.publish(records.flatMap(({ events }) => events))
    // Not awaited by a majority: an event whose deletion is lost is published again, which consumers expect.
    await nativeCollection(outbox).deleteMany(
      { _id: { $in: records.map(({ _id }) => _id) } },
      { writeConcern: { w: 1 } },
    )
  }
  const flush = async () => {
    while (pending.length > 0) await publishAndDelete(pending.splice(0, BATCH))
  }
  const startFlush = () => {
    flushing ??= flush()
      .catch((err) => {
        pending = []
        log.warn({ err }, 'events could not be published; they stay in the outbox')
      })
      .finally(() => {
        flushing = undefined
        if (pending.length > 0) startFlush()
      })
  }
  return {
    accept(record: OutboxRecord) {
      if (pending.length >= MOST_PENDING || !publisher.isReady()) return
      pending.push(record)
      startFlush()
    },
    idle: async () => await flushing,
    /** Publishes what is older than the stream's delay, until nothing is left or the lease is lost. */
    async sweep(stillLeader: () => Promise<boolean>) {
      while (!flushing && publisher.isReady()) {
        const before = new Date(Date.now() - SWEEP_MS)
        const left = await outbox
          .find({ at: { $lt: before } })
          .sort({ at: 1, _id: 1 })
          .limit(BATCH)
          .lean()
        if (left.length === 0) return
        await publishAndDelete(left)
        if (!(await stillLeader())) return
      }
    },
  }
}
