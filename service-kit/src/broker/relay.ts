import type { Connection } from 'mongoose'
import type { Logger } from '../logger.ts'
import { nativeCollection } from '../mongo/connection.ts'
import { OUTBOX_PARTS, type OutboxModel, type OutboxRecord, outboxModel } from '../mongo/outbox.ts'
import { createShares, type Share } from '../mongo/shares.ts'
import { startPoller } from '../poller.ts'
import type { Publisher } from './publisher.ts'

/** Transactions whose events are published with their confirms outstanding together. */
const BATCH = 64
/** Transactions kept in memory; beyond it the sweep reads them from the outbox again. */
const MOST_PENDING = 2_000
/** So long after it hangs or dies a replica's parts pass to others, in ms. */
const LEFT_OUT_AFTER_MS = 5_000
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
 * Moves events from the outbox to the broker, those of an organisation in the order of their commits, at least once.
 *
 * The replicas share the parts of the outbox. A change stream hands each the events of its parts as they are committed; a
 * sweep publishes what was missed: left by a killed process, refused by a broker that was down, lost by the stream.
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
    await forward.idle()
  }
  const poller = startPoller('outbox-relay', SWEEP_MS, log, async () => {
    const share = await shares.look()
    if (!isAsBefore(share)) {
      await rest()
      await shares.giveBack(share.surplus)
      parts = share.own
    }
    if (parts.length === 0) return
    if (!stream) {
      const opened = await follow(outbox, parts, forward.accept, () => {
        if (stream === opened) stream = undefined
      })
      stream = opened
      forward.mayHaveMissed()
    }
    await forward.sweep(parts, async () => isAsBefore(await shares.look()))
  })
  void poller.poke()

  return {
    async [Symbol.asyncDispose]() {
      await poller[Symbol.asyncDispose]()
      await rest()
      await shares.giveBack(parts)
      await shares.leave()
    },
  }
}

/** What tells the records of some parts. */
const ofParts = (parts: readonly number[]) => ({ $in: parts.includes(0) ? [...parts, null] : [...parts] })

/** Hands on the events in some parts of every transaction committed after the call. */
async function follow(
  outbox: OutboxModel,
  parts: readonly number[],
  accept: (record: OutboxRecord) => void,
  onEnd: () => void,
): Promise<AsyncDisposable> {
  // The stream opens later than this returns; from the time given it has everything nonetheless.
  const { operationTime: startAtOperationTime } = await outbox.db.getClient().db('admin').command({ ping: 1 })
  const inserts = { $match: { operationType: 'insert', 'fullDocument.part': ofParts(parts) } }
  const stream = nativeCollection(outbox).watch<OutboxRecord>([inserts], { startAtOperationTime })
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

interface Backlog {
  /** What is in the outbox since before then. */
  readonly before: Date
  /** All, unless given. */
  readonly parts?: readonly number[]
  /** Asked after each batch whether to go on. */
  readonly goOn?: () => Promise<boolean>
}

/**
 * Publishes what is in the outbox, oldest first.
 *
 * @returns records published
 */
export async function publishOutbox(
  outbox: OutboxModel,
  publisher: Publisher,
  { before, parts, goOn = async () => true }: Backlog,
): Promise<number> {
  let published = 0
  for (;;) {
    const left = await outbox
      .find({ at: { $lte: before }, ...(parts && { part: ofParts(parts) }) })
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
    /** Publishes what was missed of some parts, until nothing is left or they are no longer its own. */
    async sweep(parts: readonly number[], goOn: () => Promise<boolean>) {
      if (flushing || !publisher.isReady()) return
      const before = new Date(Date.now() - (hasMissed ? 0 : LOST_AFTER_MS))
      hasMissed = false
      try {
        await publishOutbox(outbox, publisher, { before, parts, goOn })
      } catch (error) {
        hasMissed = true
        throw error
      }
    },
  }
}
