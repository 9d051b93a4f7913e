import { collectionOf, collectionSchema } from '@usher/service-kit'
import type { Connection, mongo } from 'mongoose'

interface FeedRecord {
  readonly _id: string
  readonly as_of: Date
}

const FEED = 'bookings'

const schema = collectionSchema<FeedRecord>('booking_feed')

/** Up to when the events of bookings are known, for all replicas. */
export class BookingFeedStore {
  readonly #feed: mongo.Collection<FeedRecord>

  constructor(connection: Connection) {
    this.#feed = collectionOf(connection, schema)
  }

  async asOf(): Promise<Date | null> {
    return (await this.#feed.findOne({ _id: FEED }))?.as_of ?? null
  }

  /** Never goes back. */
  async heard(asOf: Date): Promise<void> {
    await this.#feed.updateOne({ _id: FEED }, { $max: { as_of: asOf } }, { upsert: true })
  }
}
