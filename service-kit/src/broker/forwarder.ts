import { mongo } from 'mongoose'
import type { Logger } from '../logger.ts'
import { nativeCollection } from '../mongo/connection.ts'
import { type OutboxModel, type OutboxRecord, ofParts, STORED_ORDER } from '../mongo/outbox.ts'
import type { Publisher } from './publisher.ts'

/** Transactions whose events are published with their confirms outstanding together. */
const BATCH = 64
/** Transactions kept in memory; beyond it the sweep reads them from the outbox again. */
const MOST_PENDING = 2_000
/** After this many seconds without an event, assume the change stream lost it. */
const LOST_AFTER_SECONDS = 10

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
  /** What is in the outbox since before then, by the database's clock; all, unless given. */
  readonly before?: mongo.Timestamp | undefined
  /** All, unless given. */
  readonly parts?: readonly number[]
  /** Asked after each batch whether to go on. */
  readonly goOn?: () => Promise<boolean>
}

/**
 * Publishes what is in the outbox, oldest first.
 *
 * @returns the identifiers of what was published, whether nothing is left, and the database's time
 */
export async function publishOutbox(
  outbox: OutboxModel,
  publisher: Publisher,
  { before, parts, goOn = async () => true }: Backlog,
): Promise<{ published: string[]; isEmpty: boolean; now: mongo.Timestamp | undefined }> {
  const published: string[] = []
  // It tells the time that comes with each answer.
  await using session = await outbox.startSession()
  for (;;) {
    const left = await outbox
      .find({
        ...(before && { stored_at: { $not: { $gt: before } } }),
        ...(parts && { part: ofParts(parts) }),
      })
      .session(session)
      .sort(STORED_ORDER)
      .limit(BATCH)
      .lean()
    if (left.length === 0) return { published, isEmpty: true, now: session.operationTime }
    await publishAndDelete(outbox, publisher, left)
    published.push(...left.map(({ _id }) => _id))
    if (!(await goOn())) return { published, isEmpty: false, now: session.operationTime }
  }
}

const earlier = ({ t }: mongo.Timestamp, seconds: number) => new mongo.Timestamp({ t: t - seconds, i: 0 })

/**
 * Publishes records as a stream hands them over, and in between what the stream has missed. The older go first: while it
 * catches up, what is new waits.
 */
export function createForwarder(outbox: OutboxModel, publisher: Publisher, log: Logger) {
  let pending: OutboxRecord[] = []
  /** When the last sweep was, by the database's clock. */
  let sweptAt: mongo.Timestamp | undefined
  let hasMissed = false
  let isSweeping = false
  let flushing: Promise<void> | undefined

  const flush = async () => {
    while (pending.length > 0) await publishAndDelete(outbox, publisher, pending.splice(0, BATCH))
  }
  const startFlush = () => {
    if (isSweeping || pending.length === 0) return
    flushing ??= flush()
      .catch((err) => {
        pending = []
        hasMissed = true
        log.warn({ err }, 'events could not be published; they stay in the outbox')
      })
      .finally(() => {
        flushing = undefined
        startFlush()
      })
  }
  return {
    accept(record: OutboxRecord) {
      if (hasMissed || pending.length >= MOST_PENDING || !publisher.isReady()) {
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
      const before = hasMissed ? undefined : sweptAt && earlier(sweptAt, LOST_AFTER_SECONDS)
      hasMissed = false
      isSweeping = true
      let isUpToDate = false
      try {
        const { published, isEmpty, now } = await publishOutbox(outbox, publisher, { before, parts, goOn })
        const done = new Set(published)
        pending = pending.filter(({ _id }) => !done.has(_id))
        isUpToDate = isEmpty
        sweptAt = now
      } finally {
        if (!isUpToDate) {
          // What is new must not overtake what is older and still there.
          pending = []
          hasMissed = true
        }
        isSweeping = false
        startFlush()
      }
    },
  }
}
