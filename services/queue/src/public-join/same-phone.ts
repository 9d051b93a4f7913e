import type { QueueContext } from '../context.ts'
import type { QueueRecord } from '../records/queue-record.ts'
import type { SamePhone } from './join-decision.ts'

/** Finds guests of the organisation who are in a line with a phone. */
export async function findSamePhone(
  { guests, findDuplicate }: QueueContext,
  { _id: queue_id, organization_id }: QueueRecord,
  phone: string,
): Promise<SamePhone> {
  const [isHere, earliest] = await Promise.all([
    guests.hasInLine({ organization_id, queue_id }, phone),
    findDuplicate({ organization_id, phone }),
  ])
  return { isHere, earliest }
}
