import mongoose, { type Connection } from 'mongoose'
import { SetupError, withDatabase } from './local.ts'

/** Databases of Usher's services and of the peers. */
const OURS = /^usher_/

/** Opens a database of the server; closed with the cleanup stack. */
export async function openDatabase(
  serverUrl: string,
  name: string,
  cleanup: AsyncDisposableStack,
): Promise<Connection> {
  const connection = await mongoose.createConnection(withDatabase(serverUrl, name)).asPromise()
  cleanup.defer(() => connection.close())
  return connection
}

/** @throws SetupError when the server holds Usher's data, which the benchmarks would overwrite and remove */
export async function requireEmptyServer(serverUrl: string): Promise<void> {
  await using cleanup = new AsyncDisposableStack()
  const found = await ourDatabases(await openDatabase(serverUrl, 'admin', cleanup))
  if (found.length === 0) return
  throw new SetupError(`The benchmarks need a MongoDB of their own; this one has ${found.join(', ')}.`)
}

/** Removes what a benchmark stored, so that the next one starts on empty databases. */
export async function dropDatabases(serverUrl: string): Promise<void> {
  await using cleanup = new AsyncDisposableStack()
  const admin = await openDatabase(serverUrl, 'admin', cleanup)
  for (const name of await ourDatabases(admin)) await admin.useDb(name).dropDatabase()
}

async function ourDatabases(admin: Connection): Promise<string[]> {
  const { databases } = await admin.listDatabases()
  return databases.map(({ name }) => name).filter((name) => OURS.test(name))
}

/** How many documents of a collection match; without a filter by its metadata, which costs next to nothing. */
export async function countIn(
  database: Connection,
  collection: string,
  filter?: mongoose.mongo.Filter<mongoose.mongo.Document>,
): Promise<number> {
  const documents = database.collection(collection)
  return await (filter ? documents.countDocuments(filter) : documents.estimatedDocumentCount())
}

export const isEmptyIn = async (database: Connection, collection: string): Promise<boolean> =>
  (await database.collection(collection).findOne()) === null
