import type { PriorityClass } from '@usher/contracts'
import { invalidField } from '@usher/service-kit'
import type { Line } from '../line/line.ts'
import { laterRank, rankAfter, rankAt, rankInLevel, rankToReturn } from '../line/rank.ts'
import type { QueueState } from '../queue-state/queue-state.ts'
import type { QueueRecord } from '../records/queue-record.ts'

/** The class of a queue with a key, if there is one. */
export const findClass = (queue: QueueRecord, key: string | null | undefined): PriorityClass | undefined =>
  queue.priority_classes?.find((one) => one.key === key)

/** @throws ProblemError `validation_failed` for a key that no class of the queue has */
export function requireClass(queue: QueueRecord, key: string | null | undefined): PriorityClass | undefined {
  const found = findClass(queue, key)
  if (typeof key !== 'string' || found) return found
  const keys = queue.priority_classes?.map((one) => one.key).join(', ')
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
  /** The queue after the rank was given. */
  readonly queue: QueueRecord
}

/**
 * The place of a newcomer: behind all of the same level of priority and before all of lower ones, or at the
 * end. Whom staff have moved elsewhere stays there.
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

/**
 * The place in a line of a guest who joined before: as staff say; else as for others of the class, where there is
 * one, or as the joining time says.
 */
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
 * Index in a line at which the fewest guests stand out of the order of joining: later ones ahead and earlier
 * ones behind, as there may be after moves. Looks at every entry. Identifiers sort by the time of joining.
 */
function indexByJoining(line: Line, guestId: string): number {
  let best = 0
  let lead = 0
  let most = 0
  let index = 0
  for (const { id } of line.entries()) {
    index += 1
    lead += id < guestId ? 1 : -1
    if (lead > most) [most, best] = [lead, index]
  }
  return best
}
