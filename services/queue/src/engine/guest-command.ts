import { notFound } from '@usher/service-kit'
import { type Access, requireAccess } from '../access.ts'
import type { GuestChange, QueueState } from '../queue-state/queue-state.ts'
import type { GuestRecord } from '../records/guest-record.ts'
import type { GuestLookup, QueueLookup } from './batch.ts'
import type { Command } from './command.ts'

/**
 * A decision on a guest; fails with `not_found` or `forbidden` without access to the guest.
 *
 * @param others further guests and queues the decision looks at
 */
export function guestCommand(
  id: string,
  access: Access,
  decide: (
    state: QueueState,
    guest: GuestRecord,
    lookUp: GuestLookup,
    lookUpQueue: QueueLookup,
  ) => GuestChange,
  others: Pick<Command, 'guestIds' | 'otherQueueIds'> = {},
): Command<GuestChange> {
  return {
    ...others,
    guestIds: [id, ...(others.guestIds ?? [])],
    decide(state, lookUp, lookUpQueue) {
      const guest = lookUp(id)
      if (!state || !guest) throw notFound('guest')
      requireAccess(guest, access, 'guest')
      return decide(state, guest, lookUp, lookUpQueue)
    },
  }
}
