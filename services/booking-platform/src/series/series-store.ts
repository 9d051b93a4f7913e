import { collectionOf, collectionSchema, VersionedStore } from '@usher/service-kit'
import type { Connection } from 'mongoose'

/** What several bookings were made by, at once. */
export interface SeriesRecord {
  readonly _id: string
  readonly organization_id: string
  readonly recurrence: string | null
  readonly timezone: string
  /** Number of its events so far. */
  readonly version: number
  readonly created_at: Date
}

const schema = collectionSchema<SeriesRecord>('booking_series').index({ organization_id: 1, _id: 1 })

/** Series of bookings, by organisation. */
export class SeriesStore extends VersionedStore<SeriesRecord> {
  constructor(connection: Connection) {
    super(collectionOf(connection, schema), 'series')
  }
}
