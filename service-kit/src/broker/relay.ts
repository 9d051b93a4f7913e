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
/** What the stream has had for so long, in ms, it must have lost. */
const LOST_AFTER_MS = 10_000

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
 * One replica at a time does it, by lease. A change stream hands it the events as they are committed; a sweep
 * publishes what was missed: left by a killed process, refused by a broker that was down, lost by the stream.
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
    if (!stream) {
      stream = await follow(outbox, forward.accept, () => {
        stream = undefined
      })
      forward.mayHaveMissed()
    }
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

/** Hands on the events of every transaction committed after the call. */
async function follow(
  outbox: OutboxModel,
  accept: (record: OutboxRecord) => void,
  onEnd: () => void,
): Promise<AsyncDisposable> {
  // The stream opens later than this returns; from the time given it has everything nonetheless.
  const { operationTime: startAtOperationTime } = await outbox.db.getClient().db('admin').command({ ping: 1 })
  const stream = nativeCollection(outbox).watch<OutboxRecord>([{ $match: { operationType: 'insert' } }], {
    startAtOperationTime,
  })
  stream.on('change', (change) => {
    if (change.operationType === 'insert') accept(change.fullDocument)
  })
  stream.on('error', onEnd)
  stream.on('close', onEnd)
  return { [Symbol.asyncDispose]: () => stream.close() }
}

/** Publishes transactions in their order, and forgets them once the broker has all their events. */
async function publishAndDelete(
  outbox: OutboxModel,
  publisher: Publisher,
  records: readonly OutboxRecord[],
): Promise<void> {
  await publisher.publish(records.flatMap(({ events }) => events))
  // Not awaited by a majority: an event whose deletion is lost is published again, which consumers expect.
  await nativeCollection(outbox).deleteMany(
    { _id: { $in: records.map(({ _id }) => _id) } },
    { writeConcern: { w: 1 } },
  )
}

/**
 * Publishes what is in the outbox since before a time, oldest first.
 *
 * @param goOn asked after each batch whether to go on
 * @returns transactions published
 */
export async function publishOutbox(
  outbox: OutboxModel,
  publisher: Publisher,
  before: Date,
  goOn: () => Promise<boolean> = async () => true,
): Promise<number> {
  let published = 0
  for (;;) {
    const left = await outbox
      .find({ at: { $lte: before } })
      .sort({ at: 1, _id: 1 })
      .limit(BATCH)
      .lean()
    if (left.length === 0) return published
    await publishAndDelete(outbox, publisher, left)
    published += left.length
    if (!(await goOn())) return published
  }
}

function createForwarder(outbox: OutboxModel, publisher: Publisher, log: Logger) {
  let pending: OutboxRecord[] = []
  let hasMissed = false
  let flushing: Promise<void> | undefined

  const flush = async () => {
    while (pending.length > 0) await publishAndDelete(outbox, publisher, pending.splice(0, BATCH))
  }
  const startFlush = () => {
    flushing ??= flush()
      .catch((err) => {
        pending = []
        hasMissed = true
        log.warn({ err }, 'events could not be published; they stay in the outbox')
      })
      .finally(() => {
        flushing = undefined
        if (pending.length > 0) startFlush()
      })
  }
  return {
    accept(record: OutboxRecord) {
      if (pending.length >= MOST_PENDING || !publisher.isReady()) {
        hasMissed = true
        return
      }
      pending.push(record)
      startFlush()
    },
    /** Makes the next sweep look at everything. */
    mayHaveMissed() {
      hasMissed = true
    },
    idle: async () => await flushing,
    /** Publishes what was missed, until nothing is left or the lease is lost. */
    async sweep(stillLeader: () => Promise<boolean>) {
      if (flushing || !publisher.isReady()) return
      const before = new Date(Date.now() - (hasMissed ? 0 : LOST_AFTER_MS))
      hasMissed = false
      try {
        await publishOutbox(outbox, publisher, before, stillLeader)
      } catch (error) {
        hasMissed = true
        throw error
      }
    },
  }
}
