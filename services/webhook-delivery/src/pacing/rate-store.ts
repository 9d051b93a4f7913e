import { collectionOf, collectionSchema } from '@usher/service-kit'
import type { Connection, mongo } from 'mongoose'

interface RateRecord {
  readonly _id: string
  /** Time of the endpoint's next free slot. */
  readonly free_at: Date
}

/** Records that have been free for this long are no longer needed. */
const FORGET_SECONDS = 3600

const schema = collectionSchema<RateRecord>('rates').index(
  { free_at: 1 },
  { expireAfterSeconds: FORGET_SECONDS },
)

/**
 * Rate limits of endpoints across all replicas, which reserve evenly spaced slots from one line per endpoint
 * (GCRA, ITU-T I.371, without bursts). Uses the database's clock, so the replicas' clocks need not agree.
 */
export class RateStore {
  readonly #rates: mongo.Collection<RateRecord>

  constructor(connection: Connection) {
    this.#rates = collectionOf(connection, schema)
  }

  /** Reserves consecutive slots; returns the ms until the first. */
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
