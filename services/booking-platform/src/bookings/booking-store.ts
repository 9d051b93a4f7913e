import type { BookingStatus, Customer } from '@usher/contracts'
import {
  collectionOf,
  collectionSchema,
  type PersonalData,
  PersonalDataStore,
  type Search,
  searchFilter,
} from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'
import { type BookingRecord, presentBooking } from './booking.ts'
import { type CountedDays, countByDay } from './count-by-day.ts'
import { CustomerStore } from './customer-store.ts'
import { ofCustomer, ofPerson } from './of-customer.ts'

const whereGiven = (field: string) => ({ partialFilterExpression: { [field]: { $type: 'string' } } })

const schema = collectionSchema<BookingRecord>('bookings')
  .index({ organization_id: 1, start: 1, _id: 1 })
  .index({ organization_id: 1, _id: 1 })
  .index({ organization_id: 1, provider_id: 1, start: 1, _id: 1 })
  .index({ organization_id: 1, service_type_id: 1, local_date: 1 })
  .index({ organization_id: 1, 'customer.phone': 1 }, whereGiven('customer.phone'))
  .index({ organization_id: 1, 'customer.email': 1 }, whereGiven('customer.email'))
  .index({ organization_id: 1, 'series.id': 1, start: 1, _id: 1 }, whereGiven('series.id'))
  .index({ organization_id: 1, search_keys: 1, start: 1, _id: 1 })
  .index({ organization_id: 1, anonymized_at: 1, end: 1 })

export interface BookingFilter {
  readonly status?: BookingStatus | undefined
  readonly service_type_id?: string | undefined
  readonly provider_id?: string | undefined
  readonly series_id?: string | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
  readonly phone?: string | undefined
  readonly email?: string | undefined
  readonly search?: Search | undefined
  /** Of starts; absent: the earliest first. */
  readonly order?: 'asc' | 'desc' | undefined
}

interface StartPage {
  /** Start and id of the last booking on the previous page. */
  readonly after: readonly string[] | undefined
  readonly limit: number
}

/** What identifies a customer. */
type CustomerContact = Pick<Customer, 'phone' | 'email'>

interface Excepted {
  /** A booking to leave out. */
  readonly except?: string | undefined
}

/** Bookings, by organisation. */
export class BookingStore extends CustomerStore<BookingRecord> {
  constructor(connection: Connection) {
    super(collectionOf(connection, schema), 'booking')
  }

  /** By start. */
  async page(organizationId: string, filter: BookingFilter, { after, limit }: StartPage) {
    const { status, service_type_id, provider_id, series_id, from, to, phone, email, search, order } = filter
    const [startedAt = '', id = ''] = after ?? []
    const start = new Date(startedAt)
    const [direction, beyond] = order === 'desc' ? ([-1, '$lt'] as const) : ([1, '$gt'] as const)
    const behind = { $or: [{ start: { [beyond]: start } }, { start, _id: { [beyond]: id } }] }
    const starts = { ...(from && { $gte: from }), ...(to && { $lt: to }) }
    const wanted = {
      organization_id: organizationId,
      ...(status && { status }),
      ...(service_type_id && { service_type_id }),
      ...(provider_id && { provider_id }),
      ...(series_id && { 'series.id': series_id }),
      ...(phone !== undefined && ofCustomer('phone', phone)),
      ...(email !== undefined && ofCustomer('email', email)),
      ...((from || to) && { start: starts }),
      ...(search && searchFilter(search)),
      ...(after && behind),
    }
    const sorted = this.collection.find(wanted).sort({ start: direction, _id: direction })
    return await sorted.limit(limit).toArray()
  }

  /** The bookings of a series in the order of their starts. */
  async ofSeries(organizationId: string, id: string, session?: ClientSession): Promise<BookingRecord[]> {
    const wanted = { organization_id: organizationId, 'series.id': id }
    return await this.collection
      .find(wanted, session && { session })
      .sort({ start: 1, _id: 1 })
      .toArray()
  }

  /** Whether there was ever a booking of a service type or with a provider. */
  async existsOf(
    organizationId: string,
    of: Partial<Pick<BookingRecord, 'service_type_id' | 'provider_id'>>,
    session: ClientSession,
  ): Promise<boolean> {
    const wanted = { organization_id: organizationId, ...of }
    return (await this.collection.findOne(wanted, { session })) !== null
  }

  /** Number of bookings of a service type per day; only those of one customer, if given. */
  async countByDay(
    { organizationId, serviceTypeId, from, to, except }: CountedDays & Excepted,
    customer: CustomerContact | undefined,
    session?: ClientSession,
  ): Promise<Map<string, number>> {
    const known = (['phone', 'email'] as const).flatMap((name) => {
      const value = customer?.[name] ?? null
      return value === null ? [] : [ofCustomer(name, value)]
    })
    const counted = {
      organization_id: organizationId,
      service_type_id: serviceTypeId,
      local_date: { $gte: from, $lte: to },
      status: { $ne: 'cancelled' },
      ...(except !== undefined && { _id: { $ne: except } }),
      ...(customer && { $or: known }),
    }
    return await countByDay(this.collection, counted, session)
  }

  /** The organisation of a booking of which only the link is known. */
  async organizationOf(id: string): Promise<string | undefined> {
    return (await this.collection.findOne({ _id: id }))?.organization_id
  }

  get all(): mongo.Collection<BookingRecord> {
    return this.collection
  }

  /**
   * What is personal in bookings: customer, notes, answers and metadata.
   *
   * @param erase anonymises bookings, and cancels upcoming ones
   */
  personalData(erase: (found: readonly BookingRecord[]) => Promise<void>): PersonalData {
    return new PersonalDataStore(this.collection, {
      ofPerson,
      identified: { anonymized_at: null },
      exported: {
        as: (found) =>
          found.map((record) => {
            // Leave out the link: it is a credential, not data.
            const { manage_url: _, ...shown } = presentBooking(record, () => '')
            return { type: 'booking', ...shown }
          }),
      },
      erased: { how: { by: erase } },
      retention: { since: 'end', expired: (before) => ({ end: { $lt: before } }) },
    })
  }
}
