import type { mongo } from 'mongoose'

/** Deletes all documents, and what a profiler has noted; collections and indexes stay. */
export async function emptyDatabase(database: mongo.Db): Promise<void> {
  const names = (await database.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name)
  if (names.includes(PROFILE)) await endProfiling(database)
  const filled = await filledOf(database, names)
  await Promise.all(filled.map((name) => database.collection(name).deleteMany({})))
}

const PROFILE = 'system.profile'

/** What one test profiled must not count in the next. */
async function endProfiling(database: mongo.Db): Promise<void> {
  await database.command({ profile: 0 })
  await database.collection(PROFILE).drop()
}

/** The collections that have documents, by one command: most are empty, and each deletion is a command. */
async function filledOf(database: mongo.Db, collections: readonly string[]): Promise<string[]> {
  const names = collections.filter((name) => !name.startsWith('system.'))
  const nameOf = (name: string) => [{ $limit: 1 }, { $project: { _id: 0, name: { $literal: name } } }]
  const [first, ...others] = names
  if (first === undefined) return []
  const unions = others.map((coll) => ({ $unionWith: { coll, pipeline: nameOf(coll) } }))
  const found = database.collection(first).aggregate<{ name: string }>([...nameOf(first), ...unions])
  return (await found.toArray()).map(({ name }) => name)
}

/** Inserts records as they are. */
export async function fillCollection(
  database: mongo.Db,
  collection: string,
  records: readonly object[],
): Promise<void> {
  await database.collection(collection).insertMany([...records])
}
