import mongoose from 'mongoose'

/** Documents by `database.collection`. */
export type Counts = ReadonlyMap<string, number>

/** Counts the documents in every collection of Usher. */
export async function countCollections(mongoUrl: string): Promise<Counts> {
  const client = new mongoose.mongo.MongoClient(mongoUrl)
  try {
    const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true })
    const names = databases.map(({ name }) => name).filter((name) => name.startsWith('usher_'))
    const counts = names.map(async (name) => {
      const collections = await client.db(name).collections()
      return await Promise.all(
        collections.map(
          async (one) => [`${name}.${one.collectionName}`, await one.estimatedDocumentCount()] as const,
        ),
      )
    })
    return new Map((await Promise.all(counts)).flat().sort(([a], [b]) => a.localeCompare(b)))
  } finally {
    await client.close()
  }
}

/**
 * Collections that grew, with their counts before: each must be history with a retention period, or grow with the work
 * done.
 */
export const grownTable = (before: Counts, after: Counts): string =>
  [...after]
    .filter(([name, count]) => count > (before.get(name) ?? 0))
    .map(
      ([name, count]) =>
        `${name.padEnd(50)}${String(before.get(name) ?? 0).padStart(8)}${String(count).padStart(8)}`,
    )
    .join('\n')
