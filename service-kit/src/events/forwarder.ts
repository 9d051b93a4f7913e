import { setTimeout as delay } from 'node:timers/promises'
import type { Publisher } from '../broker/publisher.ts'
import type { Logger } from '../observability/logger.ts'
import { deleteFromOutbox, type OutboxModel, type OutboxSelection, readOutbox } from './outbox-store.ts'

/** Transactions published before waiting for confirms. */
const BATCH = 64

/**
 * Pause between two reads of the outbox, in ms. After a quiet time the first event is published at once; under load
 * those that follow share one query, publish and deletion.
 */
const GATHER_MS = 10

interface Backlog extends OutboxSelection {
  /** Asked after each batch whether to continue. */
  readonly goOn?: () => boolean
}

/**
 * Publishes the outbox, oldest first; deletes what the broker has confirmed.
 *
 * @returns the number of transactions published
 */
export async function publishOutbox(
  outbox: OutboxModel,
  publisher: Publisher,
  { goOn = () => true, ...selection }: Backlog,
): Promise<number> {
  for (let published = 0; ; ) {
    const records = await readOutbox(outbox, selection, BATCH)
    if (records.length > 0) {
      await publisher.publish(records.flatMap(({ events }) => events))
      await deleteFromOutbox(outbox, records)
    }
    published += records.length
    if (records.length < BATCH || !goOn()) return published
  }
}

export interface Forwarder {
  /** Publishes all there is in these parts, and from then on whenever woken. */
  begin(parts: readonly number[]): void
  /** Reads the outbox at once, or as soon as the current read is over. */
  wake(): void
  /** Whether events it was woken for may still be unpublished. */
  isBehind(): boolean
  /** Stops publishing; resolves once in-flight events are published. */
  rest(): Promise<void>
}

/** Publishes an outbox in order, each time it is woken. */
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
