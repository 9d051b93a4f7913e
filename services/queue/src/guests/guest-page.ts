import type { GuestStatus } from '@usher/contracts'
import type { QueueRecord } from '../queues/queue-record.ts'
import type { GuestModel, GuestRecord } from './guest-record.ts'

interface GuestPage {
  readonly statuses: readonly GuestStatus[]
  /** Rank and id of the last guest of the page before. */
  readonly after: readonly string[] | undefined
  readonly limit: number
}

/** Guests of a queue in the order of its line; those who left stand where they stood. */
export function pageOfGuests(
  guests: GuestModel,
  queue: QueueRecord,
  page: GuestPage,
): Promise<GuestRecord[]> {
  const [rank = '', id = ''] = page.after ?? []
  const behind = { $or: [{ rank: { $gt: rank } }, { rank, _id: { $gt: id } }] }
  return guests
    .find({
      organization_id: queue.organization_id,
      queue_id: queue._id,
      status: { $in: page.statuses },
      ...(page.after && behind),
    })
    .sort({ rank: 1, _id: 1 })
    .limit(page.limit)
    .lean()
}
