import { notFound } from '@usher/service-kit'
import type { GuestLookup } from '../line/batch.ts'
import type { Command } from '../line/process-batch.ts'
import type { GuestChange, QueueState } from '../line/queue-state.ts'
import type { GuestRecord } from './guest-record.ts'

/**
 * A decision on a guest of an organisation; it fails with `not_found` for anybody else's guest.
 *
 * @param others further guests that the decision looks at
 */
export function guestCommand(
  id: string,
  organizationId: string,
  decide: (state: QueueState, guest: GuestRecord, lookUp: GuestLookup) => GuestChange,
  others: readonly string[] = [],
): Command<GuestChange> {
  return {
    guestIds: [id, ...others],
    decide(state, lookUp) {
      const guest = lookUp(id)
      if (!state || guest?.organization_id !== organizationId) throw notFound('guest')
      return decide(state, guest, lookUp)
    },
  }
}
