import type { mongo } from 'mongoose'
import { isDuplicateKey } from './duplicates.ts'

/** What a service keeps of something that another service owns, as events told it. */
export interface EventCopy {
  readonly _id: string
  /** Number of the event that told of it. */
  readonly sequence: number
}

/** Names a copy and the event. An organisation in it keeps an event of another one from changing the copy. */
export type CopyKey = EventCopy & { readonly organization_id?: string }

/**
 * Updates or inserts a copy, unless this event or a later one has already. Safe to repeat, in any order, and by
 * several replicas at once.
 *
 * @param update must set `sequence`
 * @returns whether it was news
 */
export async function updateIfNewer<T extends EventCopy>(
  collection: mongo.Collection<T>,
  { sequence, ...identity }: CopyKey,
  update: mongo.UpdateFilter<T> | mongo.Document[],
): Promise<boolean> {
  const older = { ...identity, sequence: { $lt: sequence } } as mongo.Filter<T>
  try {
    const { matchedCount, upsertedCount } = await collection.updateOne(older, update, { upsert: true })
    return matchedCount + upsertedCount > 0
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    // It exists: with a later event, or inserted at this moment by an earlier one. MongoDB repeats such an upsert
    // by itself only where the filter has nothing but equalities.
    return (await collection.updateOne(older, update)).matchedCount > 0
  }
}
