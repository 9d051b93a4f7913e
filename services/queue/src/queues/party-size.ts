import { invalidField } from '@usher/service-kit'
import type { QueueRecord } from './queue-record.ts'

/** @throws ProblemError `validation_failed` for a party smaller or larger than the queue takes */
export function requirePartySize({ min_party_size = 1, max_party_size }: QueueRecord, size: number): void {
  if (size > max_party_size) {
    throw invalidField('/party_size', `must be at most ${max_party_size} in this queue`, 'party_too_large')
  }
  if (size < min_party_size) {
    throw invalidField('/party_size', `must be at least ${min_party_size} in this queue`, 'party_too_small')
  }
}
