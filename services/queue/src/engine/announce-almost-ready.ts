import { guestAlmostReady } from '@usher/contracts'
import { newEvent, originOf } from '@usher/service-kit'
import { guestFacts } from '../queue-state/guest-change.ts'
import { positionOf } from '../queue-state/guest-place.ts'
import type { QueueState } from '../queue-state/queue-state.ts'
import type { GuestRecord } from '../records/guest-record.ts'
import type { Batch } from './batch.ts'
import type { BatchOptions } from './command.ts'

/**
 * Adds a guest.almost_ready event for each guest whom the batch brought close to the head, once for each stay in a
 * queue. Marking the guest does not raise its sequence: an If-Match sent meanwhile still succeeds.
 */
export async function announceAlmostReady(
  batch: Batch,
  { loadGuests, statusUrl }: Pick<BatchOptions, 'loadGuests' | 'statusUrl'>,
): Promise<void> {
  const unread = [...batch.close.keys()].filter((id) => !batch.guest(id))
  if (unread.length > 0) batch.read(await loadGuests(unread))
  for (const [id, cause] of batch.close) {
    const guest = batch.guest(id)
    const state = guest && batch.state(guest.queue_id)
    const now = new Date(cause.time)
    if (!state || !shouldAnnounce(guest, state, now)) continue
    const event = newEvent(guestAlmostReady, {
      subject: `${guest._id}/${guest.queue_id}/${guest.since_version}`,
      sequence: 1,
      time: now,
      origin: originOf(cause),
      data: guestFacts(guest, state, { now, statusUrl }),
    })
    batch.addEvent({ ...guest, almost_ready_at: now }, event)
  }
}

/** Not if the guest was told before, was called, is away, or is no longer close. */
function shouldAnnounce(guest: GuestRecord, state: QueueState, now: Date): boolean {
  if (guest.almost_ready_at || guest.status !== 'waiting') return false
  if (guest.away_until && guest.away_until > now) return false
  const position = positionOf(guest, state, now)
  return position !== null && position <= (state.queue.almost_ready_position ?? 0)
}
