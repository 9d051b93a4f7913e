import type { Connection } from 'mongoose'
import { GuestStore } from './guest-store.ts'
import { createLedgerStore, type LedgerStore } from './ledger-store.ts'
import { createPaceStore, type PaceStore } from './pace-store.ts'
import { createQueueStore, type QueueStore } from './queue-store.ts'

/** The stores of all parts of a queue. */
export interface Stores {
  readonly queues: QueueStore
  readonly guests: GuestStore
  readonly paces: PaceStore
  readonly ledger: LedgerStore
}

export const createStores = (connection: Connection): Stores => ({
  queues: createQueueStore(connection),
  guests: new GuestStore(connection),
  paces: createPaceStore(connection),
  ledger: createLedgerStore(connection),
})
