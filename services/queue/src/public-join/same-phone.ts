import { nativeCollection } from '@usher/service-kit'
import type { QueueContext } from '../context.ts'
import { IN_LINE } from '../records/guest-record.ts'
import type { QueueRecord } from '../records/queue-record.ts'
import type { SamePhone } from './join-decision.ts'

/** Looks for guests of the organisation who are in a line with a phone. */
export async function findSamePhone(
  { guests, findDuplicate }: QueueContext,
  { _id: queue_id, organization_id }: QueueRecord,
  phone: string,
): Promise<SamePhone> {
  // The type is the condition of the index.
  const waiting = { phone: { $eq: phone, $type: 'string' as const }, status: { $in: [...IN_LINE] } }
  const [here, earliest] = await Promise.all([
    nativeCollection(guests).findOne({ organization_id, queue_id, ...waiting }, { projection: { _id: 1 } }),
    findDuplicate({ organization_id, phone }),
  ])
  return { isHere: here !== null, earliest }
}
