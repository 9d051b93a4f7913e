import type { Migration } from './migration.ts'

const BATCH = 500

interface Searchable {
  readonly _id: string
  readonly search_keys?: readonly string[]
}

/** A migration that fills `search_keys` in the records of a collection that were stored without them. */
export const fillSearchKeys = <T>(
  collection: string,
  keysOf: (record: T) => readonly string[],
): Migration => ({
  id: `2026-11-28-search-keys-of-${collection}`,
  about: `Makes older ${collection} searchable by part of a name`,
  async next({ connection, session }, after = '') {
    const all = connection.collection<Searchable>(collection)
    const found = await all
      .find({ _id: { $gt: after } }, { session })
      .sort({ _id: 1 })
      .limit(BATCH)
      .toArray()
    const filled = found.flatMap((record) =>
      record.search_keys
        ? []
        : [
            {
              updateOne: {
                filter: { _id: record._id },
                update: { $set: { search_keys: keysOf(record as T) } },
              },
            },
          ],
    )
    if (filled.length > 0) await all.bulkWrite(filled, { session })
    return found.length < BATCH ? undefined : found.at(-1)?._id
  },
})
