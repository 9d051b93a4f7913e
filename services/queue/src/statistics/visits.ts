import type { QueueState } from '../queue-state/queue-state.ts'
import type { GuestModel, GuestRecord } from '../records/guest-record.ts'
import type { Period } from './period.ts'

const READ_MS = 10_000

/** The guests who joined a queue in a time, oldest first, read as they are needed. */
export const visitsOf = (
  guests: GuestModel,
  { queue }: QueueState,
  { from, to }: Period,
): AsyncIterable<GuestRecord> =>
  guests
    .find({
      organization_id: queue.organization_id,
      queue_id: queue._id,
      created_at: { $gte: from, $lt: to },
    })
    .sort({ created_at: 1 })
    .maxTimeMS(READ_MS)
    .lean<GuestRecord[]>()
    .cursor()
