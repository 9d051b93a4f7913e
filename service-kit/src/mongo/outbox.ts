import type { CloudEvent } from '@usher/contracts'
import { type ClientSession, type Connection, type Model, Schema } from 'mongoose'
import { nativeCollection } from './connection.ts'

export interface OutboxRecord {
  /** Identifier of the event. */
  readonly _id: string
  readonly at: Date
  readonly sequence: number
  readonly event: CloudEvent
}

const schema = new Schema<OutboxRecord>(
  { _id: String, at: Date, sequence: Number, event: Schema.Types.Mixed },
  { collection: 'outbox', versionKey: false },
).index({ at: 1, sequence: 1 })

export type OutboxModel = Model<OutboxRecord>

/** The events of a service that the broker has not confirmed yet; each is deleted once it has. */
export const outboxModel = (connection: Connection): OutboxModel =>
  connection.models.Outbox ?? connection.model<OutboxRecord>('Outbox', schema)

/** Records events in the transaction of the change they tell of: both commit or neither. */
export async function appendToOutbox(
  outbox: OutboxModel,
  events: readonly CloudEvent[],
  session: ClientSession,
): Promise<void> {
  if (events.length === 0) return
  const records = events.map((event) => ({
    _id: event.id,
    at: new Date(event.time),
    sequence: event.sequence,
    event,
  }))
  await nativeCollection(outbox).insertMany(records, { session })
}
