import { collectionOf, organizationSchema } from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'
import type { BookingFacts } from '../rules/booking-facts.ts'
import type { Session } from '../rules/session.ts'

/** The parts of a booking that calendars show, as stored. */
export interface BookingRecord extends Omit<BookingFacts, 'booking_id'> {
  /** Id of the booking. */
  readonly _id: string
  readonly organization_id: string
}

/** Bookings are deleted a day after they end, when nothing is done with them any more. */
const KEPT_SECONDS = 86_400

/** Whether the bookings of a time may be deleted. */
export const isForgotten = (end: Date, now: Date): boolean =>
  end.getTime() + KEPT_SECONDS * 1_000 <= now.getTime()

const schema = organizationSchema<BookingRecord>('bookings')
  .index({ organization_id: 1, provider_id: 1, end: 1 })
  .index({ end: 1 }, { expireAfterSeconds: KEPT_SECONDS })

/** The service's own copies of bookings, from events. */
export class BookingStore {
  readonly #bookings: mongo.Collection<BookingRecord>

  constructor(connection: Connection) {
    this.#bookings = collectionOf(connection, schema)
  }

  /** Stores a booking, unless a later revision is stored. */
  async put(organizationId: string, facts: BookingFacts, session: ClientSession): Promise<void> {
    const { booking_id: _id, ...fields } = facts
    const known = await this.#bookings.findOne({ _id, organization_id: organizationId }, { session })
    if (known && known.revision > facts.revision) return
    const filter = { _id, organization_id: organizationId }
    await this.#bookings.updateOne(filter, { $set: fields }, { upsert: true, session })
  }

  /** Updates a booking from booking's answer, unless a later revision is stored. */
  async correct(
    organizationId: string,
    id: string,
    { revision, ...fields }: Pick<BookingRecord, 'revision' | 'status' | 'provider_id' | 'start' | 'end'>,
    session: ClientSession,
  ): Promise<void> {
    const older = { _id: id, organization_id: organizationId, revision: { $lt: revision } }
    await this.#bookings.updateOne(older, { $set: { revision, ...fields } }, { session })
  }

  async find(organizationId: string, ids: readonly string[]): Promise<Map<string, BookingFacts>> {
    const found = await this.#bookings
      .find({ organization_id: organizationId, _id: { $in: [...ids] } })
      .toArray()
    return new Map(found.map(({ _id, ...facts }) => [_id, { booking_id: _id, ...facts }]))
  }

  /** The bookings of sessions that are not cancelled, the first made first. */
  async ofSessions(organizationId: string, sessions: readonly Session[]): Promise<BookingFacts[]> {
    if (sessions.length === 0) return []
    const $or = sessions.map(({ service_type_id, ...at }) => ({
      organization_id: organizationId,
      ...at,
      'seat.service_type_id': service_type_id,
    }))
    const found = await this.#bookings.find({ $or }).sort({ _id: 1 }).toArray()
    return found.map(({ _id, ...facts }) => ({ booking_id: _id, ...facts }))
  }

  /** A provider's bookings that have not ended. */
  async ahead(organizationId: string, providerId: string, now: Date): Promise<BookingFacts[]> {
    const filter = { organization_id: organizationId, provider_id: providerId, end: { $gt: now } }
    const found = await this.#bookings.find({ ...filter, status: { $ne: 'cancelled' as const } }).toArray()
    return found.map(({ _id, ...facts }) => ({ booking_id: _id, ...facts }))
  }

  async delete(organizationId: string, id: string, session: ClientSession): Promise<void> {
    await this.#bookings.deleteOne({ _id: id, organization_id: organizationId }, { session })
  }
}
