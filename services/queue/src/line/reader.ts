import { createBatchLoader, nativeCollection, notFound } from '@usher/service-kit'
import { type Access, requireAccess } from '../access.ts'
import { type GuestModel, type GuestRecord, isInLine } from '../guests/guest-record.ts'
import { positionOf } from '../guests/guest-view.ts'
import { requireOwnQueue } from '../queues/queue-decisions.ts'
import type { QueueState } from './queue-state.ts'
import type { StateCache } from './state-cache.ts'

/** Times a guest is read again because the line moved on between reading the guest and the line. */
const MAX_READS = 5

export interface QueueReader {
  /** A guest with the queue as of at least the same moment. @throws ProblemError `not_found`, `forbidden` */
  guest(id: string, access: Access): Promise<{ guest: GuestRecord; state: QueueState }>
  /** A queue with its line as the database has it now. @throws ProblemError `not_found`, `forbidden` */
  queue(id: string, access: Access): Promise<QueueState>
  /** Queues with their lines; those that are gone are left out. */
  queues(ids: readonly string[]): Promise<Map<string, QueueState>>
}

/** Reads of single guests and queues, those of concurrent requests coalesced into one query each. */
export function createQueueReader(guests: GuestModel, cache: StateCache): QueueReader {
  const loadGuest = createBatchLoader(async (keys: readonly { id: string; organizationId: string }[]) => {
    const found = await nativeCollection(guests)
      .find({
        _id: { $in: keys.map(({ id }) => id) },
        organization_id: { $in: [...new Set(keys.map(({ organizationId }) => organizationId))] },
      })
      .toArray()
    const byId = new Map(found.map((guest) => [guest._id, guest]))
    return keys.map(({ id, organizationId }) => {
      const guest = byId.get(id)
      return guest?.organization_id === organizationId ? guest : null
    })
  })
  const loadState = createBatchLoader(async (ids: readonly string[]) => {
    const states = await cache.refresh([...new Set(ids)])
    return ids.map((id) => states.get(id) ?? null)
  })
  const readOnce = async (id: string, access: Access) => {
    const guest = await loadGuest({ id, organizationId: access.organization_id })
    if (!guest) throw notFound('guest')
    requireAccess(guest, access, 'guest')
    const state = await loadState(guest.queue_id)
    if (!state) throw notFound('guest')
    return { guest, state }
  }
  return {
    async guest(id, access) {
      for (let read = 1; ; read += 1) {
        const found = await readOnce(id, access)
        const agrees = isInLine(found.guest.status) === (positionOf(found.guest, found.state) !== null)
        if (agrees || read === MAX_READS) return found
      }
    },
    queues: (ids) => cache.refresh(ids),
    async queue(id, access) {
      return requireOwnQueue(await loadState(id), access)
    },
  }
}
