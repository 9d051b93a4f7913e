import type { CustomField, Join } from '@usher/contracts'
import { ProblemError } from '@usher/service-kit'
import { addGuest, refusalOf } from '../guests/add-guest.ts'
import { requirePartySize } from '../guests/party-size.ts'
import type { Act } from '../queue-state/guest-change.ts'
import type { GuestChange, QueueState } from '../queue-state/queue-state.ts'
import { publicJoinLimitsOf, type QueueRecord } from '../records/queue-record.ts'

/** Guests in a line with the phone of somebody who joins. */
export interface SamePhone {
  /** Whether one is in this queue. */
  readonly isHere: boolean
  /** The one who has been in a line longest, in any queue. */
  readonly earliest: string | null
}

/** The custom fields shown on the join page. */
export const publicFieldsOf = (queue: QueueRecord): CustomField[] =>
  queue.custom_fields.filter(({ public: isPublic }) => isPublic)

/** A queue with the party size limits for public joining. */
export function withPublicSizes(queue: QueueRecord): QueueRecord {
  const max = queue.public_join_limits?.max_party_size ?? queue.max_party_size
  return { ...queue, max_party_size: Math.min(queue.max_party_size, max) }
}

/** Why nobody can join a queue by themselves now. */
export function joinRefusalOf(state: QueueState, now: Date): ProblemError | undefined {
  const { queue, line } = state
  if (!queue.public_join) {
    return new ProblemError('public_join_off', 'Ask the staff to add you to this queue.')
  }
  const refusal = refusalOf(state, now)
  if (refusal || line.size < publicJoinLimitsOf(queue).max_waiting) return refusal
  return new ProblemError('queue_full', 'The queue is too long to join by yourself.')
}

/** Whether half of the places of those who join by themselves are taken. */
export const isHalfFull = ({ queue, line }: QueueState): boolean =>
  line.size >= publicJoinLimitsOf(queue).max_waiting / 2

/**
 * Lets a guest join a queue by themselves. Custom fields that are not public are not required.
 *
 * @throws ProblemError `public_join_off`, `queue_paused`, `queue_closed`, `queue_full`, `already_waiting`, or
 * `validation_failed` for the party or a custom field
 */
export function joinQueue(state: QueueState, given: Join, act: Act, samePhone: SamePhone): GuestChange {
  const refusal = joinRefusalOf(state, act.now)
  if (refusal) throw refusal
  requirePartySize(withPublicSizes(state.queue), given.party_size ?? 1)
  if (samePhone.isHere) {
    throw new ProblemError('already_waiting', 'A guest with this phone number is already in this queue.')
  }
  return addGuest(state, given, act, samePhone.earliest, publicFieldsOf(state.queue))
}
