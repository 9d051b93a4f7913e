import type { CloudEvent } from '@usher/contracts'
import {
  appendToOutbox,
  type IdempotencyRecord,
  type IdempotencyStore,
  inTransaction,
  outboxOf,
} from '@usher/service-kit'
import type { ClientSession, Connection } from 'mongoose'
import type { Revision } from '../records/difference.ts'
import type { Arrival } from '../records/expected-store.ts'
import type { GuestRecord } from '../records/guest-record.ts'
import type { LedgerRecord } from '../records/ledger-record.ts'
import type { PaceRecord } from '../records/pace-record.ts'
import type { QueueRecord } from '../records/queue-record.ts'
import type { Stores } from '../records/stores.ts'

/** Another replica committed first: decide again on the newer state. */
export class StaleStateError extends Error {
  override name = 'StaleStateError'
}

/** Longest time a commit may take, retries of a failover included, in ms. */
const COMMIT_MS = 10_000

/** Everything one transaction writes. */
export interface Writes {
  /** Queues changed, each with what the decisions were based on. */
  readonly queues: readonly Revision<QueueRecord>[]
  /** Paces that changed. */
  readonly paces: readonly PaceRecord[]
  readonly added: readonly GuestRecord[]
  /** Guests changed, each with what the decision was based on. */
  readonly updated: readonly Revision<GuestRecord>[]
  readonly events: readonly CloudEvent[]
  /** One record for each queue whose guests changed. */
  readonly ledger: readonly LedgerRecord[]
  /** Bookings whose customers became guests. */
  readonly arrivals: readonly Arrival[]
  /** Answers to requests with an idempotency key. */
  readonly idempotency: readonly IdempotencyRecord[]
}

export type Commit = (writes: Writes) => Promise<void>

/**
 * Commits decisions with their events, all or none, on top of the versions they were decided on.
 *
 * @throws StaleStateError (from the returned function) where a queue or a guest has a newer version
 */
export function createCommit(
  connection: Connection,
  { queues, guests, paces, ledger, expected }: Stores,
  idempotency: IdempotencyStore,
): Commit {
  const outbox = outboxOf(connection)
  const write = async (session: ClientSession, writes: Writes) => {
    if (writes.queues.length > 0) requireCurrent(await queues.update(writes.queues, session), 'queue')
    if (writes.paces.length > 0) await paces.replace(writes.paces, session)
    if (writes.added.length > 0) await guests.insert(writes.added, session)
    if (writes.updated.length > 0) requireCurrent(await guests.update(writes.updated, session), 'guest')
    if (writes.ledger.length > 0) await ledger.insert(writes.ledger, session)
    if (writes.arrivals.length > 0) await expected.arrive(writes.arrivals, session)
    await idempotency.insert(writes.idempotency, session)
    await appendToOutbox(outbox, writes.events, session)
  }
  return (writes) => inTransaction(connection, (session) => write(session, writes), { timeoutMS: COMMIT_MS })
}

function requireCurrent(isCurrent: boolean, what: 'queue' | 'guest'): void {
  if (!isCurrent) throw new StaleStateError(`a ${what} has a newer version`)
}
