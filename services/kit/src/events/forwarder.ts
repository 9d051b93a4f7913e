import { setTimeout as delay } from 'node:timers/promises'
import type { Publisher } from '../broker/publisher.ts'
import type { Logger } from '../observability/logger.ts'
import { coalesce } from '../work/coalesce.ts'
import { deleteFromOutbox, type Outbox, type OutboxSelection, readOutbox } from './outbox-store.ts'

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
  outbox: Outbox,
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
  /** Publishes all there is in these parts, and from then on whenever woken. Resolves after the first attempt. */
  begin(parts: readonly number[]): Promise<void>
  /** Reads the outbox at once, or as soon as the current read is over. */
  wake(): void
  /** Whether events it was woken for may still be unpublished. */
  isBehind(): boolean
  /** Stops publishing; resolves once in-flight events are published. */
  rest(): Promise<void>
}

/** Publishes an outbox in order, each time it is woken. */
export function createForwarder(outbox: Outbox, publisher: Publisher, log: Logger): Forwarder {
  /** None: at rest. */
  let parts: readonly number[] = []
  let isBehind = false
  let reading = Promise.resolve()
  const read = coalesce(async () => {
    try {
      await publishOutbox(outbox, publisher, { parts, goOn: () => parts.length > 0 })
      isBehind = false
    } catch (err) {
      log.warn({ err }, 'events could not be published; they stay in the outbox')
    }
    await delay(GATHER_MS)
  })
  const wake = () => {
    if (parts.length === 0) return
    isBehind = true
    if (publisher.isReady()) reading = read()
  }
  return {
    wake,
    isBehind: () => isBehind,
    async begin(own) {
      parts = own
      wake()
      await reading
    },
    async rest() {
      parts = []
      await reading
    },
  }
}
