import { nativeCollection } from '@usher/service-kit'
import { type Connection, type mongo, Schema } from 'mongoose'

interface RateRecord {
  readonly _id: string
  /** When the next slot of the endpoint is free. */
  readonly free_at: Date
}

/** A record that has been free for so long says nothing any more. */
const FORGET_SECONDS = 3600

const schema = new Schema<RateRecord>(
  { _id: String, free_at: Date },
  { collection: 'rates', versionKey: false },
).index({ free_at: 1 }, { expireAfterSeconds: FORGET_SECONDS })

/**
 * The rate limits of endpoints, over all replicas: each reserves slots of one line per endpoint, evenly spaced
 * (GCRA, ITU-T I.371, without a burst). Times are the database's own, so the replicas' clocks need not agree.
 */
export class RateStore {
  readonly #rates: mongo.Collection<RateRecord>

  constructor(connection: Connection) {
    this.#rates = nativeCollection(connection.model<RateRecord>('Rate', schema))
  }

  /** Reserves slots in a row; gives the milliseconds until the first. */
  async reserve(webhookId: string, ratePerSecond: number, count: number): Promise<number> {
    const lengthMs = (count * 1000) / ratePerSecond
    const start = { $max: ['$$NOW', { $ifNull: ['$free_at', '$$NOW'] }] }
    const record = await this.#rates.findOneAndUpdate(
      { _id: webhookId },
      [{ $set: { waitMs: { $subtract: [start, '$$NOW'] }, free_at: { $add: [start, lengthMs] } } }],
      { upsert: true, returnDocument: 'after' },
    )
    return (record as unknown as { waitMs: number }).waitMs
  }
}
