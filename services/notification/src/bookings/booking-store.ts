import type { Booking } from '@usher/contracts'
import {
  collectionOf,
  contactFilter,
  dueScope,
  organizationSchema,
  type PersonalData,
  PersonalDataStore,
} from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'

type Customer = Booking['customer']

/** The service's own copy of a booking, from events. */
export interface BookingRecord extends Customer {
  readonly _id: string
  readonly organization_id: string
  readonly status: Booking['status']
  readonly start: Date
  readonly end: Date
  readonly time_zone: string
  readonly service_name: string
  readonly provider_name: string
  readonly manage_url: string
  /** Number of the last event applied. */
  readonly sequence: number
  /** When to remind the customer; absent: not at all, or already done. */
  readonly remind_at?: Date
}

/** How long bookings are kept after their time, in seconds. */
const KEEP_SECONDS = 7 * 24 * 3_600

const schema = organizationSchema<BookingRecord>('bookings')
  .index({ organization_id: 1, phone: 1 })
  .index({ remind_at: 1 }, { sparse: true })
  .index({ start: 1 }, { expireAfterSeconds: KEEP_SECONDS })

/** Copies of bookings. */
export class BookingStore {
  readonly #bookings: mongo.Collection<BookingRecord>

  readonly #scope

  constructor(connection: Connection) {
    this.#bookings = collectionOf(connection, schema)
    this.#scope = () => dueScope(connection)
  }

  async findByIds(ids: readonly string[], session: ClientSession): Promise<Map<string, BookingRecord>> {
    const found = await this.#bookings.find({ _id: { $in: [...ids] } }, { session }).toArray()
    return new Map(found.map((booking) => [booking._id, booking]))
  }

  async put(records: readonly BookingRecord[], session: ClientSession): Promise<void> {
    for (const record of records) {
      await this.#bookings.replaceOne({ _id: record._id }, record, { session, upsert: true })
    }
  }

  async nextReminderAt(): Promise<Date | undefined> {
    const next = { projection: { remind_at: 1 }, sort: { remind_at: 1 as const } }
    return (await this.#bookings.findOne({ ...this.#scope(), remind_at: { $exists: true } }, next))?.remind_at
  }

  /** Takes the reminders due longest, and returns their bookings. Replicas that take the same ones conflict. */
  async takeDue(now: Date, limit: number, session: ClientSession): Promise<BookingRecord[]> {
    const due = { ...this.#scope(), remind_at: { $lte: now } }
    const taken = await this.#bookings.find(due, { session }).sort({ remind_at: 1 }).limit(limit).toArray()
    if (taken.length === 0) return []
    const those = { _id: { $in: taken.map(({ _id }) => _id) } }
    await this.#bookings.updateMany(those, { $unset: { remind_at: 1 } }, { session })
    return taken
  }

  /** Copies of bookings: deleted with the customer, and exported by the service that has the bookings. */
  personalData(): PersonalData {
    return new PersonalDataStore(this.#bookings, {
      ofPerson: ({ subject }) => contactFilter(subject),
      erased: { how: 'delete', counts: () => false },
    })
  }
}
