import { guestUpdated } from '@usher/contracts'
import type { GuestDecision } from '../guests/transitions.ts'
import { guestChange } from '../queue-state/guest-change.ts'
import { type GuestRecord, isInLine } from '../records/guest-record.ts'

type Replies = Pick<GuestRecord, 'replied_at' | 'replies_read_until' | 'anonymized_at'>

/** When the guest last wrote to the staff, unless it was read or erased. */
export function unreadReplyAt({ replied_at, replies_read_until, anonymized_at }: Replies): Date | null {
  if (!replied_at || anonymized_at) return null
  return replies_read_until && replies_read_until >= replied_at ? null : replied_at
}

/** Notes that a guest in line wrote to the staff. Replies may be repeated and in any order. */
export const noteReply =
  (receivedAt: Date): GuestDecision =>
  (state, guest, act) => {
    const isKnown = guest.replied_at !== undefined && guest.replied_at >= receivedAt
    if (!isInLine(guest.status) || isKnown) return { state, guest, events: [] }
    return guestChange(guestUpdated, state, { ...guest, replied_at: receivedAt }, act)
  }

/**
 * Marks replies as read up to a time, which never goes back. It is kept even where nothing is unread: a host may read
 * a reply before this service learns of it.
 */
export const markRepliesRead =
  (until: Date): GuestDecision =>
  (state, guest, act) => {
    const isOlder = guest.replies_read_until !== undefined && guest.replies_read_until >= until
    if (isOlder) return { state, guest, events: [] }
    return guestChange(guestUpdated, state, { ...guest, replies_read_until: until }, act)
  }
