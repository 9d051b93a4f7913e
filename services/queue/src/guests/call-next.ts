import { ProblemError } from '@usher/service-kit'
import type { GuestLookup } from '../engine/batch.ts'
import { StaleStateError } from '../engine/commit.ts'
import type { QueueState } from '../queue-state/queue-state.ts'
import type { GuestRecord } from '../records/guest-record.ts'

/**
 * The first guest who is waiting, not yet notified and not away.
 *
 * @throws ProblemError `queue_empty`; StaleStateError if the guest is not at the version the line has
 */
export function nextGuest({ queue, line }: QueueState, lookUp: GuestLookup, now: Date): GuestRecord {
  const [next] = line.firstWaiting(1, now)
  if (!next) throw new ProblemError('queue_empty', 'No guest is waiting to be notified.')
  const guest = lookUp(next.id)
  const isSame = guest?.status === 'waiting' && guest.rank === next.rank && guest.queue_id === queue._id
  if (!isSame) throw new StaleStateError('the next guest is not known yet')
  return guest
}
