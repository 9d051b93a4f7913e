import type { QueueState } from '../queue-state/queue-state.ts'
import type { GuestRecord } from '../records/guest-record.ts'

/**
 * Guests whom one decision brought within the `almost_ready_position` of their queue, by moving the line up or by
 * raising that position. Newcomers do not count. Everybody but the mover keeps their order, so the search goes from
 * the farthest close place forward and stops at the first guest who was close already, however long the line is.
 *
 * @param mover the guest the decision was about, as before it
 */
export function cameClose(before: QueueState, after: QueueState, mover: GuestRecord | undefined): string[] {
  const [formerly, now] = [closePlacesOf(before), closePlacesOf(after)]
  if (now === 0 || after.queue.deleted_at) return []
  if (before.line === after.line && formerly >= now) return []
  // Whether the mover ends up close is checked once the whole batch is decided.
  const former = mover && before.line.indexOf({ id: mover._id, rank: mover.rank })
  const close = mover && former !== undefined && former >= formerly ? [mover._id] : []
  for (let index = Math.min(now, after.line.size) - 1; index >= 0; index -= 1) {
    const entry = after.line.at(index)
    const place = entry && entry.id !== mover?._id ? before.line.indexOf(entry) : undefined
    if (!entry || place === undefined) continue
    if (place < formerly) break
    close.push(entry.id)
  }
  return close
}

/** Number of places that are close; 0 if the queue does not tell guests that they are almost ready. */
const closePlacesOf = ({ queue }: QueueState): number => queue.almost_ready_position ?? 0
