import type { CloudEvent } from '@usher/contracts'
import { type ClientSession, type Connection, type Model, Schema } from 'mongoose'
import { nativeCollection } from './connection.ts'

/** The events of one transaction: kept together, since writing one document costs the same as one event. */
export interface OutboxRecord {
  /** Identifier of the first event. */
  readonly _id: string
  readonly at: Date
  readonly events: readonly CloudEvent[]
}

const schema = new Schema<OutboxRecord>(
  { _id: String, at: Date, events: Schema.Types.Mixed },
  { collection: 'outbox', versionKey: false },
).index({ at: 1, _id: 1 })

export type OutboxModel = Model<OutboxRecord>

/** The events of a service that the broker has not confirmed yet; they are deleted once it has. */
export const outboxModel = (connection: Connection): OutboxModel =>
  connection.models.Outbox ?? connection.model<OutboxRecord>('Outbox', schema)

/** Records events in the transaction of the change they tell of: both commit or neither. */
export async function appendToOutbox(
  outbox: OutboxModel,
  events: readonly CloudEvent[],
  session: ClientSession,
): Promise<void> {
  const [first] = events
  if (!first) return
  await nativeCollection(outbox).insertOne({ _id: first.id, at: new Date(first.time), events }, { session })
}
