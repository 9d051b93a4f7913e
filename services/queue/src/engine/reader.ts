import { createBatchLoader, notFound } from '@usher/service-kit'
import { type Access, requireAccess } from '../access.ts'
import type { Place } from '../line/entry.ts'
import { standsIn } from '../queue-state/guest-place.ts'
import { requireOwnQueue } from '../queue-state/own-queue.ts'
import type { QueueState } from '../queue-state/queue-state.ts'
import { type GuestRecord, isInLine } from '../records/guest-record.ts'
import type { GuestStore } from '../records/guest-store.ts'
import { type GuestCache, isCurrent } from './guest-cache.ts'
import type { StateCache } from './state-cache.ts'

/** How often guests are read again because the line moved on after they were read. */
const MAX_READS = 5

interface LinePage {
  /** The last place of the page before. */
  readonly behind: Place | undefined
  readonly limit: number
}

export interface QueueReader {
  /** A guest with the queue as of at least the same moment. @throws ProblemError `not_found`, `forbidden` */
  guest(id: string, access: Access): Promise<{ guest: GuestRecord; state: QueueState }>
  /** A queue with its line as the database has it now. @throws ProblemError `not_found`, `forbidden` */
  queue(id: string, access: Access): Promise<QueueState>
  /**
   * A page of the line with the queue as of the same moment; undefined if the line keeps changing meanwhile.
   *
   * @throws ProblemError `not_found`, `forbidden`
   */
  guestsInLine(
    id: string,
    access: Access,
    page: LinePage,
  ): Promise<{ guests: GuestRecord[]; state: QueueState } | undefined>
  /** Queues with their lines; those that are gone are left out. */
  queues(ids: readonly string[]): Promise<Map<string, QueueState>>
}

/**
 * Reads guests and queues; concurrent requests share queries. A cached guest is checked against the line as it is now in
 * the database, which takes a read of the queue alone.
 */
export function createQueueReader(
  guests: GuestStore,
  cache: StateCache,
  guestCache: GuestCache,
): QueueReader {
  const loadGuest = createGuestLoader(guests)
  const loadState = createStateLoader(cache)
  const readOnce = async (id: string, access: Access) => {
    const guest = await loadGuest({ id, organizationId: access.organization_id })
    if (!guest) throw notFound('guest')
    requireAccess(guest, access, 'guest')
    const state = await loadState(guest.queue_id)
    if (!state) throw notFound('guest')
    return { guest, state }
  }
  const cachedGuest = async (id: string, access: Access) => {
    const guest = guestCache.peek(id)
    if (guest?.organization_id !== access.organization_id) return undefined
    const state = await loadState(guest.queue_id)
    if (!state || !isCurrent(guest, state)) return undefined
    requireAccess(guest, access, 'guest')
    return { guest, state }
  }
  return {
    async guest(id, access) {
      const cached = await cachedGuest(id, access)
      if (cached) return cached
      for (let read = 1; ; read += 1) {
        const found = await readOnce(id, access)
        const agrees = isInLine(found.guest.status) === standsIn(found.guest, found.state)
        if (agrees) guestCache.keep([found.guest])
        if (agrees || read === MAX_READS) return found
      }
    },
    async guestsInLine(id, access, { behind, limit }) {
      for (let read = 1; read <= MAX_READS; read += 1) {
        const state = requireOwnQueue(await loadState(id), access)
        const found = await guestsAt(state.line.next(limit, behind), state, { loadGuest, guestCache })
        if (found) return { guests: found, state }
      }
      return undefined
    },
    queues: (ids) => cache.refresh(ids),
    async queue(id, access) {
      return requireOwnQueue(await loadState(id), access)
    },
  }
}

interface GuestKey {
  readonly id: string
  readonly organizationId: string
}

const createGuestLoader = (guests: GuestStore) =>
  createBatchLoader(async (keys: readonly GuestKey[]) => {
    const found = await guests.ofOrganizations(
      keys.map(({ id }) => id),
      [...new Set(keys.map(({ organizationId }) => organizationId))],
    )
    const byId = new Map(found.map((guest) => [guest._id, guest]))
    return keys.map(({ id, organizationId }) => {
      const guest = byId.get(id)
      return guest?.organization_id === organizationId ? guest : null
    })
  })

const createStateLoader = (cache: StateCache) =>
  createBatchLoader(async (ids: readonly string[]) => {
    const states = await cache.refresh([...new Set(ids)])
    return ids.map((id) => states.get(id) ?? null)
  })

interface GuestSource {
  readonly loadGuest: ReturnType<typeof createGuestLoader>
  readonly guestCache: GuestCache
}

/** The guests at places of a line, cached or loaded; undefined if one of them has changed since the line was read. */
async function guestsAt(
  places: readonly Place[],
  state: QueueState,
  { loadGuest, guestCache }: GuestSource,
): Promise<GuestRecord[] | undefined> {
  const { organization_id: organizationId } = state.queue
  const found = await Promise.all(
    places.map(async ({ id }) => {
      const guest = guestCache.peek(id)
      return guest && isCurrent(guest, state) ? guest : await loadGuest({ id, organizationId })
    }),
  )
  const current = found.flatMap((guest) => (guest && isCurrent(guest, state) ? guest : []))
  guestCache.keep(current)
  return current.length === places.length ? current : undefined
}
