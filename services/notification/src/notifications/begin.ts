import type { mongo } from 'mongoose'
import type { NotificationRecord } from './notification.ts'

/** Marks that a message counts against limits, once it does. */
export type CountedMarks = Pick<NotificationRecord, 'counted' | 'shared_counted'>

/** An attempt whose message is given to a provider now. */
export interface BeginningAttempt {
  readonly record: Pick<NotificationRecord, '_id' | 'claim'>
  /** Its identifier. */
  readonly provider: string
  readonly marks: CountedMarks
  /** Until when the claim must be valid at least. */
  readonly stillUntil: Date
}

/** Notes what is given to a provider now; false where the claim has passed on. */
export async function beginAll(
  notifications: mongo.Collection<NotificationRecord>,
  attempts: readonly BeginningAttempt[],
): Promise<boolean[]> {
  const operations = attempts.map(({ record: { _id, claim }, provider, marks, stillUntil }) => ({
    updateOne: {
      filter: { _id, claim, status: 'queued' as const, due_at: { $gte: stillUntil } },
      update: { $set: { in_flight: provider, ...marks } },
    },
  }))
  const { matchedCount } = await notifications.bulkWrite(operations, { ordered: false })
  if (matchedCount === attempts.length) return attempts.map(() => true)
  const ids = attempts.map(({ record }) => record._id)
  const options = { projection: { claim: 1, due_at: 1 } }
  const found = await notifications.find({ _id: { $in: ids }, status: 'queued' }, options).toArray()
  const queued = new Map(found.map((one) => [one._id, one]))
  return attempts.map(({ record: { _id, claim }, stillUntil }) => {
    const current = queued.get(_id)
    return current?.claim === claim && current.due_at !== undefined && current.due_at >= stillUntil
  })
}
