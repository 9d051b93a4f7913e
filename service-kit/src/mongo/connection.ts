import mongoose, { type Connection, type Model, type mongo } from 'mongoose'

/** Fail fast: a request must get its 503 while the client still waits. Milliseconds. */
const SERVER_SELECTION_MS = 3_000

/**
 * Opens the connection of one service to its own database.
 * Every write is acknowledged by a majority, so that what was answered survives a failover.
 */
export async function connectMongo(url: string): Promise<Connection> {
  return await mongoose
    .createConnection(url, {
      serverSelectionTimeoutMS: SERVER_SELECTION_MS,
      writeConcern: { w: 'majority' },
      maxPoolSize: 20,
      autoIndex: false,
      autoCreate: false,
    })
    .asPromise()
}

/** Models whose collections are there, by connection: a service prepares some before it knows all. */
const prepared = new WeakMap<Connection, Set<string>>()

/** Creates the collections and indexes of every model; several processes may do it at once. */
export async function prepareCollections(connection: Connection): Promise<void> {
  const done = prepared.get(connection) ?? new Set()
  prepared.set(connection, done)
  const present = new Set((await connection.listCollections()).map(({ name }) => name))
  // One after the other: all at once would open a connection for each, which takes longer than the commands.
  for (const [name, model] of Object.entries(connection.models)) {
    if (done.has(name)) continue
    await prepare(model, present)
    done.add(name)
  }
}

async function prepare(model: Model<unknown>, present: ReadonlySet<string>): Promise<void> {
  if (!present.has(model.collection.collectionName)) await model.createCollection()
  // All in one command, where mongoose sends one for each.
  const indexes = model.schema.indexes().map(([key, options]) => ({ key, ...options }))
  if (indexes.length > 0) await model.collection.createIndexes(indexes as mongo.IndexDescription[])
}

/** The driver's own collection of a model, for hot paths whose documents need no casting. */
export const nativeCollection = <T extends object>(model: Model<T>): mongo.Collection<T> =>
  model.collection as unknown as mongo.Collection<T>

const UNAVAILABLE = new Set([
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoServerSelectionError',
  'MongooseServerSelectionError',
  'MongoNotConnectedError',
  'MongoTopologyClosedError',
  'MongoPoolClearedError',
  'MongoOperationTimeoutError',
  'MongoStalePrimaryError',
])

const UNAVAILABLE_LABELS = [
  'TransientTransactionError',
  'UnknownTransactionCommitResult',
  'RetryableWriteError',
  'PoolRequestedRetry',
]

/**
 * What a member answers that ends, steps down or is not the primary any more, where no label says so: those that may be
 * asked again of https://github.com/mongodb/specifications/blob/master/source/retryable-reads/retryable-reads.md
 */
const UNAVAILABLE_CODES = new Set([6, 7, 89, 91, 134, 189, 262, 9001, 10_107, 11_600, 11_602, 13_435, 13_436])

/** Whether an error means that the database cannot be reached, or get a write through, for the moment. */
export function isMongoUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (UNAVAILABLE.has(error.name)) return true
  if (!(error instanceof mongoose.mongo.MongoError)) return false
  // A bulk write hides what it failed with, and the driver puts no label on it where the pool is stale already.
  if (error instanceof mongoose.mongo.MongoBulkWriteError && isMongoUnavailable(error.errorResponse))
    return true
  return (
    UNAVAILABLE_LABELS.some((label) => error.hasErrorLabel(label)) ||
    UNAVAILABLE_CODES.has(Number(error.code))
  )
}
