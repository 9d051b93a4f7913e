import { setTimeout as delay } from 'node:timers/promises'
import type { mongo } from 'mongoose'
import type { Logger } from '../logger.ts'
import { nativeCollection } from '../mongo/connection.ts'
import { OUTBOX_PARTS, type OutboxModel, type OutboxRecord, ofParts, STORED_ORDER } from '../mongo/outbox.ts'
import type { Publisher } from './publisher.ts'

/** Transactions whose events are published with their confirms outstanding together. */
const BATCH = 64

/**
 * Milliseconds between two looks into the outbox. The first event of a quiet time goes out at once; under load those that
 * follow share a query, a publish and a deletion.
 */
const GATHER_MS = 10

interface Backlog {
  /** What is in the outbox since before then, by the database's clock; all, unless given. */
  readonly before?: mongo.Timestamp
  /** All, unless given. */
  readonly parts?: readonly number[]
  /** Asked after each batch whether to go on. */
  readonly goOn?: () => boolean
}

/**
 * Publishes what is in the outbox, oldest first.
 *
 * @returns the number of transactions published
 */
export async function publishOutbox(
  outbox: OutboxModel,
  publisher: Publisher,
  { before, parts, goOn = () => true }: Backlog,
): Promise<number> {
  const filter = {
    ...(before && { stored_at: { $not: { $gt: before } } }),
    ...(parts && parts.length < OUTBOX_PARTS && { part: ofParts(parts) }),
  } as mongo.Filter<OutboxRecord>
  for (let published = 0; ; ) {
    // What only the primary has may be rolled back: its event must not be told.
    const records = await nativeCollection(outbox)
      .find(filter, { readConcern: { level: 'majority' } })
      .sort(STORED_ORDER)
      .limit(BATCH)
      .toArray()
    if (records.length > 0) await publishAndDelete(outbox, publisher, records)
    published += records.length
    if (records.length < BATCH || !goOn()) return published
  }
}

/** Publishes transactions in their order, and forgets them once the broker has all their events. */
async function publishAndDelete(
  outbox: OutboxModel,
  publisher: Publisher,
  records: readonly OutboxRecord[],
): Promise<void> {
  await publisher.publish(records.flatMap(({ events }) => events))
  // Acknowledged by a majority, as always here: until then the next look finds them again.
  await nativeCollection(outbox).deleteMany({ _id: { $in: records.map(({ _id }) => _id) } })
}

export interface Forwarder {
  /** Publishes all there is in these parts, and from now on what it is woken for. */
  begin(parts: readonly number[]): void
  /** Looks into the outbox: at once, or as soon as the look under way is over. */
  wake(): void
  /** Whether there may be events that it was woken for and could not publish. */
  isBehind(): boolean
  /** Publishes no more; resolves once what was in hand is published. */
  rest(): Promise<void>
}

/** Publishes events of an outbox in their order, each time that it is woken. */
export function createForwarder(outbox: OutboxModel, publisher: Publisher, log: Logger): Forwarder {
  let parts: readonly number[] = []
  let isResting = true
  let isWoken = false
  let isBehind = false
  let running: Promise<void> | undefined

  const run = async () => {
    while (isWoken) {
      isWoken = false
      await publishOutbox(outbox, publisher, { parts, goOn: () => !isResting })
      isBehind = false
      await delay(GATHER_MS)
    }
  }
  const wake = () => {
    if (isResting) return
    isBehind = true
    if (!publisher.isReady()) return
    isWoken = true
    running ??= run()
      .catch((err) => {
        isWoken = false
        log.warn({ err }, 'events could not be published; they stay in the outbox')
      })
      .finally(() => {
        running = undefined
        if (isWoken) wake()
      })
  }
  return {
    wake,
    isBehind: () => isBehind,
    begin(own) {
      parts = own
      isResting = own.length === 0
      wake()
    },
    async rest() {
      isResting = true
      await running
    },
  }
}
