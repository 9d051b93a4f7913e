import type { mongo } from 'mongoose'
import type { NotificationRecord } from './notification.ts'

/** Marks of a message that counts against limits. */
export type CountedMarks = Pick<NotificationRecord, 'counted' | 'shared_counted'>

/** An attempt about to give its message to a provider. */
export interface BeginningAttempt {
  readonly record: Pick<NotificationRecord, '_id' | 'claim'>
  /** Id of the provider. */
  readonly provider: string
  readonly marks: CountedMarks
  /** The claim must be valid at least until then. */
  readonly stillUntil: Date
}

/** Records which messages are being given to a provider; false if the claim has passed to another process. */
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
