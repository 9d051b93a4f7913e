import type { Logger } from '../logger.ts'
import { nativeCollection } from '../mongo/connection.ts'
import { type OutboxModel, type OutboxRecord, ofParts } from '../mongo/outbox.ts'
import type { Publisher } from './publisher.ts'

/** Transactions whose events are published with their confirms outstanding together. */
const BATCH = 64
/** Transactions kept in memory; beyond it the sweep reads them from the outbox again. */
const MOST_PENDING = 2_000
/** After this many ms without an event, assume the change stream lost it. */
const LOST_AFTER_MS = 10_000

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
  /** What is in the outbox since before then; all, unless given. */
  readonly before?: Date | undefined
  /** All, unless given. */
  readonly parts?: readonly number[]
  /** Asked after each batch whether to go on. */
  readonly goOn?: () => Promise<boolean>
}

/**
 * Publishes what is in the outbox, oldest first.
 *
 * @returns the identifiers of what was published, and whether nothing is left
 */
export async function publishOutbox(
  outbox: OutboxModel,
  publisher: Publisher,
  { before, parts, goOn = async () => true }: Backlog,
): Promise<{ published: string[]; isEmpty: boolean }> {
  const published: string[] = []
  for (;;) {
    const left = await outbox
      .find({ ...(before && { at: { $lte: before } }), ...(parts && { part: ofParts(parts) }) })
      .sort({ at: 1, _id: 1 })
      .limit(BATCH)
      .lean()
    if (left.length === 0) return { published, isEmpty: true }
    await publishAndDelete(outbox, publisher, left)
    published.push(...left.map(({ _id }) => _id))
    if (!(await goOn())) return { published, isEmpty: false }
  }
}

/**
 * Publishes records as a stream hands them over, and in between what the stream has missed. The older go first: while it
 * catches up, what is new waits.
 */
export function createForwarder(outbox: OutboxModel, publisher: Publisher, log: Logger) {
  let pending: OutboxRecord[] = []
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
      const before = hasMissed ? undefined : new Date(Date.now() - LOST_AFTER_MS)
      hasMissed = false
      isSweeping = true
      let isUpToDate = false
      try {
        const { published, isEmpty } = await publishOutbox(outbox, publisher, { before, parts, goOn })
        const done = new Set(published)
        pending = pending.filter(({ _id }) => !done.has(_id))
        isUpToDate = isEmpty
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
