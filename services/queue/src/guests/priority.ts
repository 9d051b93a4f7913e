import type { PriorityClass } from '@usher/contracts'
import { invalidField } from '@usher/service-kit'
import type { Line } from '../line/line.ts'
import { laterRank, rankAfter, rankAt, rankInLevel, rankToReturn } from '../line/rank.ts'
import type { QueueState } from '../queue-state/queue-state.ts'
import type { QueueRecord } from '../records/queue-record.ts'

/** The queue's priority class with this key, if any. */
export const findClass = (queue: QueueRecord, key: string | null | undefined): PriorityClass | undefined =>
  queue.priority_classes.find((one) => one.key === key)

/** @throws ProblemError `validation_failed` if the queue has no class with this key */
export function requireClass(queue: QueueRecord, key: string | null | undefined): PriorityClass | undefined {
  const found = findClass(queue, key)
  if (typeof key !== 'string' || found) return found
  const keys = queue.priority_classes.map((one) => one.key).join(', ')
  throw invalidField(
    '/priority',
    keys
      ? `must be a priority class of the queue: ${keys}`
      : 'must be null: the queue has no priority classes',
    'unknown_priority',
  )
}

interface Joined {
  readonly rank: string
  /** The queue with the rank recorded. */
  readonly queue: QueueRecord
}

/**
 * The place of a newcomer: behind all of the same priority level and before all of lower ones, or at the end. Guests
 * whom staff moved elsewhere stay there.
 */
export function joinLine({ queue, line }: QueueState, priority: PriorityClass | undefined): Joined {
  if (!priority) {
    const rank = rankAfter(queue.tail_rank)
    return { rank, queue: { ...queue, tail_rank: rank } }
  }
  const { level } = priority
  const rank = rankToReturn(line, rankInLevel(level, queue.level_tails?.[level]))
  return { rank, queue: { ...queue, level_tails: { ...queue.level_tails, [level]: rank } } }
}

/** The place of a guest who joined earlier: as staff say; else by class, if there is one, or by joining time. */
export function placeIn(
  state: QueueState,
  guestId: string,
  priority: PriorityClass | undefined,
  position?: number,
): Joined {
  if (priority && position === undefined) return joinLine(state, priority)
  const { queue, line } = state
  const index = position === undefined ? indexByJoining(line, guestId) : Math.min(position - 1, line.size)
  const rank = rankAt(line, index, queue.tail_rank)
  return { rank, queue: { ...queue, tail_rank: laterRank(queue.tail_rank, rank) } }
}

/**
 * Index at which the fewest guests are out of joining order: later ones ahead or earlier ones behind, as happens
 * after moves. Scans the whole line. Identifiers sort by joining time.
 */
function indexByJoining(line: Line, guestId: string): number {
  let best = 0
  let lead = 0
  let max = 0
  let index = 0
  for (const { id } of line.entries()) {
    index += 1
    lead += id < guestId ? 1 : -1
    if (lead > max) [max, best] = [lead, index]
  }
  return best
}
