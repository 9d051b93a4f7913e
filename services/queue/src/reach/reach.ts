import { type Channel, guestUpdated } from '@usher/contracts'
import type { GuestDecision } from '../guests/transitions.ts'
import { guestChange } from '../queue-state/guest-change.ts'
import { type GuestRecord, isInLine, type Unreached } from '../records/guest-record.ts'

/** What became of a message to a guest. */
export interface Word {
  readonly channel: Channel
  /** Why it did not arrive, in plain words; null: it did. */
  readonly reason: string | null
  /** When the message was made. */
  readonly messageAt: Date
  readonly at: Date
}

/**
 * Decides whether a guest counts as not reached: since the last message that did not arrive, until one that was
 * made after it does. Words may come twice and in any order; of a guest who has left they say nothing any more.
 */
export const hear =
  ({ channel, reason, messageAt, at }: Word): GuestDecision =>
  (state, guest, act) => {
    const nothing = { state, guest, events: [] }
    if (!isInLine(guest.status) || isOutdated(guest, messageAt, reason)) return nothing
    const unreached: Unreached | null =
      reason === null ? null : { since: at, channel, reason, message_at: messageAt }
    return guestChange(guestUpdated, state, { ...guest, unreached }, act)
  }

function isOutdated({ unreached }: GuestRecord, messageAt: Date, reason: string | null): boolean {
  if (!unreached) return reason === null
  const ahead = unreached.message_at.getTime() - messageAt.getTime()
  return reason === null ? ahead > 0 : ahead >= 0
}
