import type { CloudEvent } from '@usher/contracts'
import {
  appendToOutbox,
  type IdempotencyRecord,
  type IdempotencyStore,
  nativeCollection,
  outboxModel,
} from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'
import { type GuestRecord, guestModel } from '../records/guest-record.ts'
import { type LedgerRecord, ledgerModel } from '../records/ledger-record.ts'
import { type PaceRecord, paceModel } from '../records/pace-record.ts'
import { type QueueRecord, queueModel } from '../records/queue-record.ts'

/** Another replica committed first: decide again on the newer state. */
export class StaleStateError extends Error {
  override name = 'StaleStateError'
}

/** Longest time a commit may take, retries of a failover included, in ms. */
const COMMIT_MS = 10_000

/** Everything one transaction writes. */
export interface Writes {
  /** Queues changed, each with what the decisions were based on. */
  readonly queues: readonly { readonly base: QueueRecord; readonly queue: QueueRecord }[]
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

  const updateQueues = async (session: ClientSession, changed: Writes['queues']) => {
    const { matchedCount } = await queues.bulkWrite(changed.map(updateQueue), { session })
    if (matchedCount !== changed.length) throw new StaleStateError('a queue has a newer version')
  }
  const updateGuests = async (session: ClientSession, changed: Writes['updated']) => {
    const { matchedCount } = await guests.bulkWrite(changed.map(updateGuest), { session })
    if (matchedCount !== changed.length) throw new StaleStateError('a guest has a newer version')
  }
  const write = async (session: ClientSession, writes: Writes) => {
    if (writes.queues.length > 0) await updateQueues(session, writes.queues)
    if (writes.paces.length > 0) await paces.bulkWrite(writes.paces.map(replacePace), { session })
    if (writes.added.length > 0) await guests.insertMany([...writes.added], { session })
    if (writes.updated.length > 0) await updateGuests(session, writes.updated)
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

const updateQueue = ({ base, queue }: Writes['queues'][number]) => ({
  updateOne: {
    filter: { _id: queue._id, line_version: base.line_version },
    update: difference(base, queue),
  },
})

/** Only on top of the guest that was decided on: it was read before the queue, and may be older than it. */
const updateGuest = ({ base, guest }: Writes['updated'][number]) => ({
  updateOne: {
    filter: {
      _id: guest._id,
      organization_id: guest.organization_id,
      sequence: base.sequence,
      line_version: base.line_version,
    },
    update: difference(base, guest),
  },
})

/** The update that turns one record into the other. Replacing it would write all of it to journal and oplog. */
function difference<Stored extends object>(base: Stored, changed: Stored): mongo.UpdateFilter<Stored> {
  const names = Object.keys({ ...base, ...changed }) as (keyof Stored)[]
  const [set, gone] = [new Map<keyof Stored, unknown>(), new Map<keyof Stored, ''>()]
  for (const name of names) {
    if (changed[name] === base[name]) continue
    if (changed[name] === undefined) gone.set(name, '')
    else set.set(name, changed[name])
  }
  return {
    ...(set.size > 0 && { $set: Object.fromEntries(set) }),
    ...(gone.size > 0 && { $unset: Object.fromEntries(gone) }),
  } as mongo.UpdateFilter<Stored>
}

const replacePace = (record: PaceRecord) => ({
  replaceOne: { filter: { _id: record._id }, replacement: record, upsert: true },
})
