import type { PriorityClass } from '@usher/contracts'
import { invalidField } from '@usher/service-kit'
import type { QueueState } from '../line/queue-state.ts'
import { rankAfter, rankInLevel, rankToReturn } from '../line/rank.ts'
import type { QueueRecord } from '../queues/queue-record.ts'

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
