import mongoose, { type ClientSession, type Connection, type Model, type mongo, Schema } from 'mongoose'
import { ProblemError, UnavailableError } from '../errors.ts'
import { isOfTestClocks } from './test-clock-scope.ts'

/** Fail fast: a request must get its 503 while the client still waits. In ms. */
const SERVER_SELECTION_MS = 3_000

/**
 * How often the driver tops up its pool and closes stale connections, in ms. With a `minPoolSize` of 0 nothing is topped
 * up, and stale ones are closed at checkout, too. Its default of ten times a second took a sixth of the CPU of an idle stack.
 */
const POOL_CHECK_MS = 60_000

/**
 * Opens a service's connection to its own database. Every write is acknowledged by a majority, so that what was
 * answered survives a failover, unless `options` say otherwise.
 */
export async function connectMongo(url: string, options: mongo.MongoClientOptions = {}): Promise<Connection> {
  const client = new mongoose.mongo.MongoClient(url, {
    serverSelectionTimeoutMS: SERVER_SELECTION_MS,
    writeConcern: { w: 'majority' },
    maxPoolSize: 20,
    ...options,
  })
  // The driver has no public option for this.
  Object.assign(client.options, { minPoolSizeCheckFrequencyMS: POOL_CHECK_MS })
  // As mongoose does: each model and each cursor may listen.
  client.setMaxListeners(0)
  await client.connect()
  const connection = mongoose.createConnection().setClient(client)
  prepareByHand(connection)
  return connection
}

/** Keeps mongoose from creating collections and indexes by itself: see {@link prepareCollections}. */
export function prepareByHand(connection: Connection): void {
  // `set` would not reach models: it takes only what the connection was made with.
  Object.assign(connection.config, { autoIndex: false, autoCreate: false })
}

/** Models whose collections exist, by connection: a service prepares some before it has registered all. */
const prepared = new WeakMap<Connection, Set<string>>()

/** Collections whose times are real: documents elsewhere may have the times of a test clock. */
const IN_REAL_TIME = new Set(['inbox', 'idempotency'])

/** Creates the collections and indexes of every model; several processes may do so at once. */
export async function prepareCollections(connection: Connection): Promise<void> {
  const done = prepared.get(connection) ?? new Set()
  prepared.set(connection, done)
  if (Object.keys(connection.models).every((name) => done.has(name))) return
  const present = new Set((await connection.listCollections()).map(({ name }) => name))
  // One after the other: in parallel, each would open a connection, which takes longer than the commands.
  for (const [name, model] of Object.entries(connection.models)) {
    if (done.has(name)) continue
    await prepare(model, present, isOfTestClocks(connection))
    done.add(name)
  }
}

async function prepare(
  model: Model<unknown>,
  present: ReadonlySet<string>,
  isOfClock: boolean,
): Promise<void> {
  const { collectionName } = model.collection
  if (!present.has(collectionName)) await model.createCollection()
  const isLasting = isOfClock && !IN_REAL_TIME.has(collectionName)
  const declared = isOfClock ? withScopedIndexes(model.schema.indexes()) : model.schema.indexes()
  // All in one command; mongoose sends one for each.
  const indexes = declared.map(([key, { expireAfterSeconds, ...options }]) => ({
    key,
    ...options,
    // By a clock of its own, the database would delete what is young.
    ...(!isLasting && expireAfterSeconds !== undefined && { expireAfterSeconds }),
  }))
  if (indexes.length > 0) await model.collection.createIndexes(indexes as mongo.IndexDescription[])
}

/**
 * Adds indexes of due times by organisation: work is looked for in one test clock at a time, and would otherwise pass
 * over what is due in all the others.
 */
function withScopedIndexes(indexes: ReturnType<Schema['indexes']>): ReturnType<Schema['indexes']> {
  const scoped = indexes.flatMap(([key, { sparse, ...options }]): typeof indexes => {
    const [first = ''] = Object.keys(key)
    const isOfDueTime = !options.unique && options.expireAfterSeconds === undefined && !first.endsWith('_id')
    if (!isOfDueTime) return []
    const partialFilterExpression = sparse ? { [first]: { $exists: true } } : options.partialFilterExpression
    return [
      [
        { organization_id: 1, ...key },
        { ...options, ...(partialFilterExpression && { partialFilterExpression }) },
      ],
    ]
  })
  return [...indexes, ...scoped]
}

/** Names a collection for {@link collectionOf}: only its indexes are declared, as nothing is cast. */
export const collectionSchema = <T extends object>(collection: string) =>
  new Schema<T>({}, { collection, versionKey: false })

type OwnerField = 'organization_id' | '_id'

/** The field with the organisation that owns a record, by the schema of the collection. */
const ownerFields = new WeakMap<Schema, OwnerField>()

/**
 * Names a collection as {@link collectionSchema} does, and declares that its records are deleted with the organisation
 * that a field names.
 */
export function organizationSchema<T extends object>(
  collection: string,
  field: OwnerField = 'organization_id',
): ReturnType<typeof collectionSchema<T>> {
  const schema = collectionSchema<T>(collection)
  ownerFields.set(schema as unknown as Schema, field)
  return schema
}

/**
 * The collection of a schema, as the driver has it: documents are read and written as they are. Mongoose knows it from
 * then on, for its indexes.
 */
export function collectionOf<T extends object>(
  connection: Connection,
  schema: Schema<T>,
): mongo.Collection<T> {
  const name = String(schema.get('collection'))
  const model = connection.models[name] ?? connection.model(name, schema)
  return model.collection as unknown as mongo.Collection<T>
}

/** Deletes an organisation's records in all collections of {@link organizationSchema}. Returns their number. */
export async function deleteOrganizationRecords(
  connection: Connection,
  organizationId: string,
  session?: ClientSession,
): Promise<number> {
  let count = 0
  for (const model of Object.values(connection.models)) {
    const field = ownerFields.get(model.schema)
    if (!field) continue
    const deleted = await model.collection.deleteMany({ [field]: organizationId }, session && { session })
    count += deleted.deletedCount
  }
  return count
}

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
 * Codes from a member that is shutting down, stepping down or no longer primary, for errors without a label: those
 * worth a retry by https://github.com/mongodb/specifications/blob/master/source/retryable-reads/retryable-reads.md
 */
const UNAVAILABLE_CODES = new Set([6, 7, 89, 91, 134, 189, 262, 9001, 10_107, 11_600, 11_602, 13_435, 13_436])

/** Whether an error means that the database is unavailable for the moment, at least for writes. */
export function isMongoUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (UNAVAILABLE.has(error.name)) return true
  if (!(error instanceof mongoose.mongo.MongoError)) return false
  // A bulk write hides its cause, and the driver does not label it if the pool is already stale.
  if (error instanceof mongoose.mongo.MongoBulkWriteError && isMongoUnavailable(error.errorResponse))
    return true
  return (
    UNAVAILABLE_LABELS.some((label) => error.hasErrorLabel(label)) ||
    UNAVAILABLE_CODES.has(Number(error.code))
  )
}

/** Whether a dependency is unavailable, the database or another: trying again later may help. */
export const isUnavailable = (error: unknown): boolean =>
  isMongoUnavailable(error) ||
  error instanceof UnavailableError ||
  (error instanceof ProblemError && error.code === 'service_unavailable')
