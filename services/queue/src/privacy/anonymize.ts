import { ANONYMOUS_NAME } from '@usher/contracts'
import { type GuestDecision, removeGuest } from '../guests/transitions.ts'
import { quietChange } from '../queue-state/guest-change.ts'
import type { GuestRecord } from '../records/guest-record.ts'
import { isInLine } from '../records/guest-record.ts'

/** Fields that anonymise a guest: nobody can tell who it was, or bring the guest back by undo. */
export const WITHOUT_PERSON = {
  name: ANONYMOUS_NAME,
  phone: null,
  email: null,
  notes: null,
  tags: [] as string[],
  tag_keys: [] as string[],
  search_keys: [] as string[],
  fields: {},
  locale: null,
  timezone: null,
  left_from: null,
  duplicate_of: null,
  // The reason a message failed may quote the organisation's own provider.
  unreached: null,
} as const

const anonymous = (guest: GuestRecord, now: Date): GuestRecord => ({
  ...guest,
  ...WITHOUT_PERSON,
  anonymized_at: now,
})

/**
 * Anonymises a guest for good, in any status. A guest in line leaves it; that event no longer names anybody.
 * Otherwise there is no event: what remains (party size, times, queue) is unchanged.
 */
export const eraseGuest: GuestDecision = (state, guest, act) => {
  if (guest.anonymized_at) return { state, guest, events: [] }
  const nobody = anonymous(guest, act.now)
  if (isInLine(guest.status)) {
    const removal = removeGuest(state, nobody, act)
    return { ...removal, guest: { ...removal.guest, left_from: null } }
  }
  return quietChange(state, { ...nobody, updated_at: act.now })
}
