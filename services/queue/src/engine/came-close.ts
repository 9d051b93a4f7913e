import type { Place } from '../line/entry.ts'
import { firstByTurn } from '../queue-state/line-order.ts'
import type { QueueState } from '../queue-state/queue-state.ts'
import type { GuestRecord } from '../records/guest-record.ts'

/**
 * Guests whom one decision brought within the `almost_ready_position` of their queue, by moving the line up or by
 * raising that position. Newcomers do not count.
 *
 * @param mover the guest the decision was about, as before it
 */
export function cameClose(
  before: QueueState,
  after: QueueState,
  mover: GuestRecord | undefined,
  now: Date,
): string[] {
  const [formerly, places] = [closePlacesOf(before), closePlacesOf(after)]
  if (places === 0 || after.queue.deleted_at) return []
  if (before.line === after.line && before.expected === after.expected && formerly >= places) return []
  const wereClose = new Set(firstByTurn(before, formerly, now).map(({ id }) => id))
  const isNew = ({ id, rank }: Place) =>
    before.line.find(id === mover?._id ? { id, rank: mover.rank } : { id, rank }) === undefined
  return firstByTurn(after, places, now).flatMap((entry) =>
    wereClose.has(entry.id) || isNew(entry) ? [] : entry.id,
  )
}

/** Number of places that are close; 0 if the queue does not tell guests that they are almost ready. */
const closePlacesOf = ({ queue }: QueueState): number => queue.almost_ready_position ?? 0
