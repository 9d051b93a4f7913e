import { ANONYMOUS_NAME } from '@usher/contracts'
import { type GuestDecision, removeGuest } from '../guests/transitions.ts'
import type { GuestRecord } from '../records/guest-record.ts'
import { isInLine } from '../records/guest-record.ts'

/** What becomes of a guest made anonymous: nobody can tell who it was, or bring the guest back by undo. */
export const WITHOUT_PERSON = {
  name: ANONYMOUS_NAME,
  phone: null,
  email: null,
  notes: null,
  tags: [] as string[],
  tag_keys: [] as string[],
  fields: {},
  locale: null,
  timezone: null,
  left_from: null,
  duplicate_of: null,
  // Why a message did not arrive may be told in the words of a provider of their own.
  unreached: null,
} as const

const anonymous = (guest: GuestRecord, now: Date): GuestRecord => ({
  ...guest,
  ...WITHOUT_PERSON,
  anonymized_at: now,
})

/**
 * Makes a guest anonymous for good, at whatever status. Who is in the line leaves it; the event of that names
 * nobody any more. Of others there is nothing to tell: what remains (party size, times, queue) is as it was.
 */
export const eraseGuest: GuestDecision = (state, guest, act) => {
  if (guest.anonymized_at) return { state, guest, events: [] }
  const nobody = anonymous(guest, act.now)
  if (isInLine(guest.status)) {
    const removal = removeGuest(state, nobody, act)
    return { ...removal, guest: { ...removal.guest, left_from: null } }
  }
  // The queue is renewed although nothing of it changes, which makes the writer commit the guest.
  const queue = { ...state.queue }
  return { state: { ...state, queue }, guest: { ...nobody, updated_at: act.now }, events: [] }
}
