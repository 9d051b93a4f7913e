import { type Channel, guestUpdated } from '@usher/contracts'
import type { GuestDecision } from '../guests/transitions.ts'
import { guestChange } from '../queue-state/guest-change.ts'
import { type GuestRecord, isInLine, type Unreached } from '../records/guest-record.ts'

/** Whether a message reached its guest. */
export interface DeliveryFeedback {
  readonly channel: Channel
  /** Why the message did not arrive, in plain words; null: it did. */
  readonly reason: string | null
  /** When the message was created. */
  readonly messageAt: Date
  readonly at: Date
}

/**
 * Marks a guest in line as unreached when a message fails, until a message created later arrives. Feedback may be
 * repeated and in any order.
 */
export const recordFeedback =
  ({ channel, reason, messageAt, at }: DeliveryFeedback): GuestDecision =>
  (state, guest, act) => {
    const unchanged = { state, guest, events: [] }
    if (!isInLine(guest.status) || isOutdated(guest, messageAt, reason)) return unchanged
    const unreached: Unreached | null =
      reason === null ? null : { since: at, channel, reason, message_at: messageAt }
    return guestChange(guestUpdated, state, { ...guest, unreached }, act)
  }

function isOutdated({ unreached }: GuestRecord, messageAt: Date, reason: string | null): boolean {
  if (!unreached) return reason === null
  const ahead = unreached.message_at.getTime() - messageAt.getTime()
  return reason === null ? ahead > 0 : ahead >= 0
}
