import { guestUpdated } from '@usher/contracts'
import { invalidField } from '@usher/service-kit'
import { MINUTE_MS } from '@usher/service-kit/durations'
import { type Act, guestChange, quietChange } from '../queue-state/guest-change.ts'
import type { GuestChange, QueueState } from '../queue-state/queue-state.ts'
import { type GuestRecord, isInLine } from '../records/guest-record.ts'
import type { GuestDecision } from './transitions.ts'

type Replies = Pick<GuestRecord, 'replied_at' | 'replies_read_until'>

/** Clocks of browsers differ by this much. */
const AHEAD_MS = MINUTE_MS

/** When the guest last wrote to the staff, unless it was read or erased. */
export function unreadReplyAt({
  replied_at,
  replies_read_until,
  anonymized_at,
}: Replies & Pick<GuestRecord, 'anonymized_at'>): Date | null {
  if (!replied_at || anonymized_at) return null
  return replies_read_until && replies_read_until >= replied_at ? null : replied_at
}

/**
 * Notes that a guest wrote to the staff. Replies may be repeated and in any order. One who has left the line may come
 * back by undo; then the reply is unread.
 */
export const noteReply =
  (receivedAt: Date): GuestDecision =>
  (state, guest, act) => {
    const isKnown = guest.replied_at !== undefined && guest.replied_at >= receivedAt
    if (isKnown || guest.anonymized_at) return { state, guest, events: [] }
    return changeReplies(state, guest, { replied_at: receivedAt }, act)
  }

/**
 * Marks replies as read up to a time, which never goes back. It is kept even where nothing is unread: a host may read
 * a reply before this service learns of it.
 *
 * @throws ProblemError `validation_failed` for a time in the future, which would hide replies to come
 */
export const markRepliesRead =
  (until: Date): GuestDecision =>
  (state, guest, act) => {
    if (until.getTime() > act.now.getTime() + AHEAD_MS) {
      throw invalidField('/until', 'must not be in the future', 'in_future')
    }
    const isOlder = guest.replies_read_until !== undefined && guest.replies_read_until >= until
    if (isOlder) return { state, guest, events: [] }
    return changeReplies(state, guest, { replies_read_until: until }, act)
  }

/** An event only where staff see a difference. Reading is no change of the guest, so it is not in the timeline. */
function changeReplies(state: QueueState, guest: GuestRecord, replies: Replies, act: Act): GuestChange {
  const changed = { ...guest, ...replies }
  const isSeen =
    isInLine(guest.status) && unreadReplyAt(changed)?.getTime() !== unreadReplyAt(guest)?.getTime()
  if (!isSeen) return quietChange(state, changed)
  const raised = guestChange(guestUpdated, state, changed, act)
  return { ...raised, guest: { ...raised.guest, updated_at: guest.updated_at }, isUnlisted: true }
}
