import { hash } from 'node:crypto'
import type { CloudEvent } from '@usher/contracts'
import { type ClientSession, type Connection, mongo } from 'mongoose'
import { newId } from '../formats/ids.ts'
import { collectionOf, collectionSchema } from '../store/connection.ts'

/** Number of parts of an outbox, and so the most replicas that can share in relaying it. */
export const OUTBOX_PARTS = 8

/** The server answers an idle change stream after this many ms; each answer costs both sides. */
const STREAM_ANSWER_MS = 60_000

/** The events of one transaction in one part, in one document: it costs the same to write as one event. */
export interface OutboxRecord {
  /** Identifier of the first event. */
  readonly _id: string
  readonly part: number
  /** Clock of the process that wrote it. */
  readonly at: Date
  /**
   * By the database's clock, increasing with each record. A transaction that begins after another committed, or
   * conflicts with it, gets a later one.
   */
  readonly stored_at: mongo.Timestamp
  readonly events: readonly CloudEvent[]
}

/** The order in which records were stored, whichever process wrote them. */
const STORED_ORDER = { stored_at: 1, at: 1, _id: 1 } as const

/** The server replaces an empty timestamp with its own time on insert. */
const NOW_OF_SERVER = new mongo.Timestamp({ t: 0, i: 0 })

/** Name of the collection. */
export const OUTBOX = 'outbox'

const schema = collectionSchema<OutboxRecord>(OUTBOX).index(STORED_ORDER)

export type Outbox = mongo.Collection<OutboxRecord>

/** A service's events that the broker has not confirmed yet; deleted once it has. */
export const outboxOf = (connection: Connection): Outbox => collectionOf(connection, schema)

/** The part of an organisation's events: always the same, so that they are relayed in the order of commits. */
const outboxPartOf = (organizationId: string): number =>
  hash('sha256', organizationId, 'buffer').readUInt32BE() % OUTBOX_PARTS

/** Listeners by outbox, called when this process may have committed events. */
const listeners = new WeakMap<Outbox, () => void>()

/** Sessions already listened to: a transaction may append several times, and be repeated. */
const followed = new WeakSet<ClientSession>()

/** Calls `listener` after each session of this process that appended events, whether or not it committed. */
export function listenToOutbox(outbox: Outbox, listener: () => void): Disposable {
  listeners.set(outbox, listener)
  const isOurs = () => listeners.get(outbox) === listener
  return { [Symbol.dispose]: () => void (isOurs() && listeners.delete(outbox)) }
}

/** Stores events in the transaction of the change they announce: both commit or neither. */
export async function appendToOutbox(
  outbox: Outbox,
  events: readonly CloudEvent[],
  session: ClientSession,
): Promise<void> {
  if (events.length === 0) return
  if (!followed.has(session)) session.once('ended', () => listeners.get(outbox)?.())
  followed.add(session)
  for (const record of outboxRecordsOf(events)) await outbox.insertOne(record, { session })
}

/** The records of one transaction's events: one for each part. */
export function outboxRecordsOf(events: readonly CloudEvent[]): OutboxRecord[] {
  const parts = Map.groupBy(events, ({ organizationid }) => outboxPartOf(organizationid))
  return [...parts].map(([part, inPart]) => {
    const [first] = inPart as [CloudEvent]
    return { _id: first.id, part, at: new Date(first.time), stored_at: NOW_OF_SERVER, events: inPart }
  })
}

/** Writes as much as an event would cost, so that the time of an answer does not tell whether there was one. */
export async function appendNoEvent(outbox: Outbox, now: Date, session: ClientSession): Promise<void> {
  const record = { _id: newId('event'), part: 0, at: now, stored_at: NOW_OF_SERVER, events: [] }
  await outbox.insertOne(record, { session })
}

export interface OutboxSelection {
  /** Only what was stored before this time, by the database's clock; everything by default. */
  readonly before?: mongo.Timestamp | undefined
  /** All by default. */
  readonly parts?: readonly number[] | undefined
}

/**
 * The oldest records, in stored order. Read from a majority: what only the primary has may be rolled back, and its
 * event must not be published.
 */
export async function readOutbox(
  outbox: Outbox,
  { before, parts }: OutboxSelection,
  max: number,
): Promise<OutboxRecord[]> {
  const filter = {
    ...(before && { stored_at: { $lte: before } }),
    ...(parts && parts.length < OUTBOX_PARTS && { part: { $in: [...parts] } }),
  }
  return await outbox
    .find(filter, { readConcern: { level: 'majority' } })
    .sort(STORED_ORDER)
    .limit(max)
    .toArray()
}

/** Deletes published records. Acknowledged by a majority, as all writes: until then the next read finds them again. */
export async function deleteFromOutbox(outbox: Outbox, records: readonly OutboxRecord[]): Promise<void> {
  await outbox.deleteMany({ _id: { $in: records.map(({ _id }) => _id) } })
}

/** The oldest records of one organisation, in stored order. */
export async function readOutboxOf(
  outbox: Outbox,
  organizationId: string,
  max: number,
): Promise<OutboxRecord[]> {
  return await outbox
    .find({ 'events.organizationid': organizationId })
    .sort(STORED_ORDER)
    .limit(max)
    .toArray()
}

/** The oldest record; null if the broker has confirmed all. */
export const oldestInOutbox = (outbox: Outbox): Promise<OutboxRecord | null> =>
  outbox.findOne({}, { sort: STORED_ORDER })

/** @param max counted at most; all by default */
export const countInOutbox = (outbox: Outbox, max?: number): Promise<number> =>
  outbox.countDocuments({}, max === undefined ? {} : { limit: max })

/** The time of the database's last operation, by its clock. */
export async function operationTimeOf(connection: Connection): Promise<mongo.Timestamp> {
  return (await connection.getClient().db('admin').command({ ping: 1 })).operationTime
}

/** Reports every transaction with events in some parts that commits after the call, until the stream ends. */
export async function watchOutbox(
  connection: Connection,
  parts: readonly number[],
  on: { readonly commit: () => void; readonly end: () => void },
): Promise<AsyncDisposable> {
  // The stream opens after this returns; starting at this time, it misses nothing.
  const startAtOperationTime = await operationTimeOf(connection)
  const inserts = { $match: { operationType: 'insert', 'fullDocument.part': { $in: [...parts] } } }
  const stream = outboxOf(connection).watch([inserts, { $project: { _id: 1 } }], {
    startAtOperationTime,
    maxAwaitTimeMS: STREAM_ANSWER_MS,
  })
  stream.on('change', on.commit)
  stream.on('error', on.end)
  stream.on('close', on.end)
  return { [Symbol.asyncDispose]: () => stream.close() }
}
