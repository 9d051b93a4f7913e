import type { Customer } from '@usher/contracts'
import { invalidField, nativeCollection, ProblemError } from '@usher/service-kit'
import { type ClientSession, type Connection, type mongo, Schema } from 'mongoose'
import type { ServiceTypeRecord } from '../service-types/service-type.ts'
import type { BookingRecord } from './booking.ts'
import type { BookingStore } from './booking-store.ts'

/** A day of a service type that somebody is counting the bookings of. */
interface DayLock {
  readonly _id: string
  readonly organization_id: string
  readonly turns: number
  readonly day: Date
}

const KEPT_SECONDS = 30 * 86_400

const schema = new Schema<DayLock>(
  { _id: String, organization_id: String, turns: Number, day: Date },
  { collection: 'day_locks', versionKey: false },
)
  .index({ organization_id: 1 })
  .index({ day: 1 }, { expireAfterSeconds: KEPT_SECONDS })

/** Keeps bookings within the limits of their service types. */
export class Limits {
  readonly #locks: mongo.Collection<DayLock>
  readonly #bookings: BookingStore

  constructor(connection: Connection, bookings: BookingStore) {
    this.#locks = nativeCollection(connection.model<DayLock>('DayLock', schema))
    this.#bookings = bookings
  }

  /**
   * Counts the other bookings of the day, in the transaction that adds one. The lock is written before: of two that
   * count at once, the later conflicts and counts anew. One that was counted for the day or the customer already is
   * not counted again, so that limits that are lowered leave what is booked alone.
   *
   * @param before what the booking was, where it is not new
   * @throws ProblemError `limit_reached`; `validation_failed` where nothing tells who the customer is
   */
  async require(
    type: ServiceTypeRecord,
    { before, after: booking }: { before: BookingRecord | null; after: BookingRecord },
    session: ClientSession,
  ): Promise<void> {
    const isOtherDay = before?.local_date !== booking.local_date
    const isOtherCustomer = isOtherDay || !isSame(before.customer, booking.customer)
    const max_per_day = isOtherDay ? type.max_per_day : null
    const max_per_customer_per_day = isOtherCustomer ? type.max_per_customer_per_day : null
    if (max_per_day === null && max_per_customer_per_day === null) return
    const { organization_id, local_date: localDate, customer, _id: except } = booking
    const day = new Date(`${localDate}T00:00:00Z`)
    const lock = { $inc: { turns: 1 }, $setOnInsert: { organization_id, day } }
    await this.#locks.updateOne({ _id: `${type._id} ${localDate}` }, lock, { session, upsert: true })
    const counted = { organizationId: organization_id, serviceTypeId: type._id, localDate, except }
    if (max_per_day !== null) {
      const count = await this.#bookings.countOnDay(counted, undefined, session)
      if (count >= max_per_day) throw reached(`${max_per_day} on one day`)
    }
    if (max_per_customer_per_day === null) return
    const { phone, email } = customer
    if (phone === null && email === null) {
      throw invalidField('/customer', 'must have a phone or an e-mail address', 'unknown_customer')
    }
    const count = await this.#bookings.countOnDay(counted, { phone, email }, session)
    if (count >= max_per_customer_per_day)
      throw reached(`${max_per_customer_per_day} of a customer on one day`)
  }

  async deleteAllOf(organizationId: string): Promise<void> {
    await this.#locks.deleteMany({ organization_id: organizationId })
  }
}

/** Whether two customers are known by the same phone and e-mail address. */
const isSame = (a: Customer, b: Customer): boolean => a.phone === b.phone && a.email === b.email

const reached = (most: string) =>
  new ProblemError('limit_reached', `No more bookings of this service type can be made: at most ${most}.`)
