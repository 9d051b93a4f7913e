import type { CloudEvent } from '@usher/contracts'
import {
  appendToOutbox,
  type IdempotencyRecord,
  type IdempotencyStore,
  nativeCollection,
  outboxModel,
} from '@usher/service-kit'
import type { ClientSession, Connection } from 'mongoose'
import { type GuestRecord, guestModel } from '../guests/guest-record.ts'
import { type LedgerRecord, ledgerModel } from '../ledger/ledger-record.ts'
import { type QueueRecord, queueModel } from '../queues/queue-record.ts'
import { type PaceRecord, paceModel } from '../waits/pace-record.ts'

/** Another replica committed first: decide again on the newer state. */
export class StaleStateError extends Error {
  override name = 'StaleStateError'
}

/** Longest time a commit may take, retries of a failover included, in ms. */
const COMMIT_MS = 10_000

/** Everything one transaction writes. */
export interface Writes {
  /** New states of queues, each with the version it was decided on. */
  readonly queues: readonly { readonly base: number; readonly queue: QueueRecord }[]
  /** Of the queues whose pace has changed. */
  readonly paces: readonly PaceRecord[]
  readonly added: readonly GuestRecord[]
  /** Guests changed, each with what the decision was based on. */
  readonly updated: readonly { readonly base: GuestRecord; readonly guest: GuestRecord }[]
  readonly events: readonly CloudEvent[]
  /** What happened to guests, of each queue in one. */
  readonly ledger: readonly LedgerRecord[]
  /** Answers to requests that may be repeated. */
  readonly idempotency: readonly IdempotencyRecord[]
}

export type Commit = (writes: Writes) => Promise<void>

/**
 * Commits decisions with their events, all or none, on top of the versions they were decided on.
 *
 * @throws StaleStateError (from the returned function) where a queue or a guest has a newer version
 */
export function createCommit(connection: Connection, idempotency: IdempotencyStore): Commit {
  const queues = nativeCollection(queueModel(connection))
  const guests = nativeCollection(guestModel(connection))
  const paces = nativeCollection(paceModel(connection))
  const ledger = nativeCollection(ledgerModel(connection))
  const outbox = outboxModel(connection)

  const replaceQueues = async (session: ClientSession, changed: Writes['queues']) => {
    const replacements = changed.map(({ base, queue }) => ({
      replaceOne: { filter: { _id: queue._id, line_version: base }, replacement: queue },
    }))
    const { matchedCount } = await queues.bulkWrite(replacements, { session })
    if (matchedCount !== changed.length) throw new StaleStateError('a queue has a newer version')
  }
  const replaceGuests = async (session: ClientSession, changed: Writes['updated']) => {
    const { matchedCount } = await guests.bulkWrite(changed.map(replaceGuest), { session })
    if (matchedCount !== changed.length) throw new StaleStateError('a guest has a newer version')
  }
  const write = async (session: ClientSession, writes: Writes) => {
    if (writes.queues.length > 0) await replaceQueues(session, writes.queues)
    if (writes.paces.length > 0) await paces.bulkWrite(writes.paces.map(replacePace), { session })
    if (writes.added.length > 0) await guests.insertMany([...writes.added], { session })
    if (writes.updated.length > 0) await replaceGuests(session, writes.updated)
    if (writes.ledger.length > 0) await ledger.insertMany([...writes.ledger], { session })
    await idempotency.insert(writes.idempotency, session)
    await appendToOutbox(outbox, writes.events, session)
  }
  return (writes) =>
    connection
      .getClient()
      .withSession((session) =>
        session.withTransaction(() => write(session, writes), { timeoutMS: COMMIT_MS }),
      )
}

/** Only on top of the guest that was decided on: it was read before the queue, and may be older than it. */
const replaceGuest = ({ base, guest }: Writes['updated'][number]) => ({
  replaceOne: {
    filter: {
      _id: guest._id,
      organization_id: guest.organization_id,
      sequence: base.sequence,
      line_version: base.line_version,
    },
    replacement: guest,
  },
})

const replacePace = (record: PaceRecord) => ({
  replaceOne: { filter: { _id: record._id }, replacement: record, upsert: true },
})
