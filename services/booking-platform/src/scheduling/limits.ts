import type { Customer } from '@usher/contracts'
import { invalidField, ProblemError } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import { type Counters, daysAround, type FullDays } from '../availability/full-days.ts'
import type { BookingRecord } from '../bookings/booking.ts'
import type { ServiceTypeRecord } from '../service-types/service-type.ts'
import type { Range } from '../slots/sweep.ts'
import type { DayLockStore } from './day-lock-store.ts'

/** Enforces the booking limits of service types. */
export class Limits {
  readonly #locks: DayLockStore
  readonly #counters: Counters

  constructor(locks: DayLockStore, counters: Counters) {
    this.#locks = locks
    this.#counters = counters
  }

  /**
   * Counts the other bookings and holds of the day, in the transaction that adds one. Writes the lock first:
   * of two concurrent counts, the later conflicts and counts again. A booking already counted for the day or
   * the customer is not counted again, so lowering a limit does not affect existing bookings.
   *
   * @param before the booking before the change; null for a new one
   * @throws ProblemError `limit_reached`; `validation_failed` if nothing identifies the customer
   */
  async require(
    type: ServiceTypeRecord,
    { before, after: booking }: { before: BookingRecord | null; after: BookingRecord },
    session: ClientSession,
  ): Promise<void> {
    const isOtherDay = before?.local_date !== booking.local_date
    const isOtherCustomer = isOtherDay || !isSameCustomer(before.customer, booking.customer)
    const max_per_day = isOtherDay ? type.max_per_day : null
    const max_per_customer_per_day = isOtherCustomer ? type.max_per_customer_per_day : null
    if (max_per_day === null && max_per_customer_per_day === null) return
    const { organization_id: organizationId, local_date: day, customer, _id: except } = booking
    await this.#locks.lock(type, day, session)
    const counted = { organizationId, serviceTypeId: type._id, from: day, to: day }
    const { bookings, holds, clock } = this.#counters
    if (max_per_day !== null) {
      const booked = await bookings.countByDay({ ...counted, except }, undefined, session)
      const held = await holds.countByDay(counted, clock.now(), session)
      const count = (booked.get(day) ?? 0) + (held.get(day) ?? 0)
      if (count >= max_per_day) throw reached(`${max_per_day} on one day`)
    }
    if (max_per_customer_per_day === null) return
    if (customer.phone === null && customer.email === null) {
      throw invalidField('/customer', 'must have a phone or an e-mail address', 'unknown_customer')
    }
    const ofCustomer = await bookings.countByDay({ ...counted, except }, customer, session)
    if ((ofCustomer.get(day) ?? 0) >= max_per_customer_per_day)
      throw reached(`${max_per_customer_per_day} of a customer on one day`)
  }

  /** Whether a customer has as many bookings on a day as they may. */
  async isReachedBy(
    type: ServiceTypeRecord,
    { customer, day }: { readonly customer: Customer; readonly day: string },
    session: ClientSession,
  ): Promise<boolean> {
    const max = type.max_per_customer_per_day
    if (max === null) return false
    const counted = { organizationId: type.organization_id, serviceTypeId: type._id, from: day, to: day }
    const days = await this.#counters.bookings.countByDay(counted, customer, session)
    return (days.get(day) ?? 0) >= max
  }

  /**
   * The days around a range, except the booking's own, to which it cannot be moved because of the customer's
   * other bookings.
   */
  async fullDaysOfCustomer(type: ServiceTypeRecord, booking: BookingRecord, range: Range): Promise<FullDays> {
    const { customer, organization_id: organizationId, local_date } = booking
    const max = type.max_per_customer_per_day
    if (max === null || (customer.phone === null && customer.email === null)) return new Set()
    const counted = { organizationId, serviceTypeId: type._id, ...daysAround(range) }
    const days = await this.#counters.bookings.countByDay(counted, customer)
    return new Set([...days].flatMap(([day, count]) => (count >= max && day !== local_date ? [day] : [])))
  }
}

/** Whether two customers have the same phone and e-mail address. */
const isSameCustomer = (a: Customer, b: Customer): boolean => a.phone === b.phone && a.email === b.email

const reached = (max: string) =>
  new ProblemError('limit_reached', `The limit of bookings for this service type is reached: at most ${max}.`)
