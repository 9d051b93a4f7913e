import type { mongo } from 'mongoose'
import { isDuplicateKey } from '../store/duplicates.ts'

/** A service's copy of what another service owns, kept up to date by events. */
export interface EventCopy {
  readonly _id: string
  /** Number of the last event applied. */
  readonly sequence: number
}

/**
 * Identifies the copy and the event. With an organisation in it, another organisation's event cannot change the copy.
 */
export type CopyKey = EventCopy & { readonly organization_id?: string }

/**
 * Updates or inserts a copy, unless this event or a later one was applied. Safe to repeat, in any order, and by
 * several replicas at once.
 *
 * @param update must set `sequence`
 * @returns whether it was applied
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
    // It exists: with a later event, or just inserted by an earlier one. MongoDB retries such an upsert by itself
    // only if the filter has nothing but equalities.
    return (await collection.updateOne(older, update)).matchedCount > 0
  }
}
