import {
  collectionOf,
  isDuplicateKey,
  organizationSchema,
  ProblemError,
  VersionedStore,
} from '@usher/service-kit'
import type { ClientSession, Connection } from 'mongoose'
import type { BookingPageRecord } from './booking-page.ts'

const schema = organizationSchema<BookingPageRecord>('booking_pages')
  .index({ organization_id: 1, _id: 1 })
  .index({ slug: 1 }, { unique: true })

/** Booking pages: one of each organisation at most. */
export class BookingPageStore extends VersionedStore<BookingPageRecord> {
  constructor(connection: Connection) {
    super(collectionOf(connection, schema), 'booking page')
  }

  /** The page that customers open by a slug. */
  async bySlug(slug: string): Promise<BookingPageRecord | null> {
    return (await this.collection.findOne({ slug: { $eq: slug } })) as BookingPageRecord | null
  }

  /** @throws ProblemError `slug_taken`; Error if it was changed since it was read */
  async save(
    before: BookingPageRecord | null,
    after: BookingPageRecord,
    session: ClientSession,
  ): Promise<void> {
    try {
      if (!before) await this.insert(after, session)
      else if (!(await this.replace(before, after, session)))
        throw new Error('a booking page was changed meanwhile')
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
      throw new ProblemError('slug_taken', 'Another booking page has this slug. Choose another.')
    }
  }
}
