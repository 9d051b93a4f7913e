import type { Connection } from 'mongoose'
import { ExpectedStore } from './expected-store.ts'
import { GuestStore } from './guest-store.ts'
import { LedgerStore } from './ledger-store.ts'
import { PaceStore } from './pace-store.ts'
import { QueueStore } from './queue-store.ts'

/** The stores of all parts of a queue. */
export interface Stores {
  readonly queues: QueueStore
  readonly guests: GuestStore
  readonly paces: PaceStore
  readonly ledger: LedgerStore
  readonly expected: ExpectedStore
}

export const createStores = (connection: Connection): Stores => ({
  queues: new QueueStore(connection),
  guests: new GuestStore(connection),
  paces: new PaceStore(connection),
  ledger: new LedgerStore(connection),
  expected: new ExpectedStore(connection),
})
