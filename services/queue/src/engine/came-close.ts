import type { QueueState } from '../queue-state/queue-state.ts'
import type { GuestRecord } from '../records/guest-record.ts'

/**
 * Guests who by one decision came as close to the head of a queue as its `almost_ready_position`, or for whom that
 * now begins further back. Nobody who was not in the line before. Since all others keep their order, the search for
 * them goes from the farthest place forward and ends at the first who was close already: it looks at those who came
 * close and one more, however long the line is.
 *
 * @param mover whom the decision was about, as it was before
 */
export function cameClose(before: QueueState, after: QueueState, mover: GuestRecord | undefined): string[] {
  const [formerly, now] = [reachOf(before), reachOf(after)]
  if (now === 0 || after.queue.deleted_at) return []
  if (before.line === after.line && formerly >= now) return []
  // Whether who moved is close in the end is looked at once all of the batch is decided.
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

/** Places from the head that are close; none where a queue does not tell. */
const reachOf = ({ queue }: QueueState): number => queue.almost_ready_position ?? 0
