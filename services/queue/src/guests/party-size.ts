import { invalidField } from '@usher/service-kit'
import type { QueueRecord } from '../records/queue-record.ts'

/**
 * @param pointer to the field that caused the join
 * @throws ProblemError `validation_failed` if the party is smaller or larger than the queue accepts
 */
export function requirePartySize(
  { min_party_size, max_party_size }: QueueRecord,
  size: number,
  pointer = '/party_size',
): void {
  const what = pointer === '/party_size' ? 'must be' : `must take a party of ${size}, yet takes`
  if (size > max_party_size) {
    throw invalidField(pointer, `${what} at most ${max_party_size} in this queue`, 'party_too_large')
  }
  if (size < min_party_size) {
    throw invalidField(pointer, `${what} at least ${min_party_size} in this queue`, 'party_too_small')
  }
}

/** A queue with the party sizes that guests can give by themselves. */
export function withPublicSizes(queue: QueueRecord): QueueRecord {
  const max = queue.public_join_limits?.max_party_size ?? queue.max_party_size
  return { ...queue, max_party_size: Math.min(queue.max_party_size, max) }
}

/** A queue with the party sizes that a guest can change to: those of public joining, and up to the present one. */
export function withOwnSizes(queue: QueueRecord, present: number): QueueRecord {
  const { min_party_size, max_party_size, ...rest } = withPublicSizes(queue)
  return {
    ...rest,
    min_party_size: Math.min(min_party_size, present),
    max_party_size: Math.max(max_party_size, present),
  }
}
