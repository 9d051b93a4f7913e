import type { CloudEvent } from '@usher/contracts'
import { appendToOutbox, nativeCollection, outboxModel } from '@usher/service-kit'
import type { ClientSession, Connection } from 'mongoose'
import { type GuestRecord, guestModel } from '../guests/guest-record.ts'
import { type QueueRecord, queueModel } from '../queues/queue-record.ts'

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
  readonly added: readonly GuestRecord[]
  readonly updated: readonly GuestRecord[]
  readonly events: readonly CloudEvent[]
}

export type Commit = (writes: Writes) => Promise<void>

/**
 * Commits decisions with their events, all or none, on top of the versions they were decided on.
 *
 * @throws StaleStateError (from the returned function) where a queue has a newer version
 */
export function createCommit(connection: Connection): Commit {
  const queues = nativeCollection(queueModel(connection))
  const guests = nativeCollection(guestModel(connection))
  const outbox = outboxModel(connection)

  const write = async (session: ClientSession, { queues: changed, added, updated, events }: Writes) => {
    const replaced = await queues.bulkWrite(
      changed.map(({ base, queue }) => ({
        replaceOne: { filter: { _id: queue._id, line_version: base }, replacement: queue },
      })),
      { session },
    )
    if (replaced.matchedCount !== changed.length) throw new StaleStateError('a queue has a newer version')
    if (added.length > 0) await guests.insertMany([...added], { session })
    if (updated.length > 0) await guests.bulkWrite(updated.map(replaceGuest), { session })
    await appendToOutbox(outbox, events, session)
  }
  return (writes) =>
    connection
      .getClient()
      .withSession((session) =>
        session.withTransaction(() => write(session, writes), { timeoutMS: COMMIT_MS }),
      )
}

const replaceGuest = (guest: GuestRecord) => ({
  replaceOne: {
    filter: { _id: guest._id, organization_id: guest.organization_id },
    replacement: guest,
  },
})
