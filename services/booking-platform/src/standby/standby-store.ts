import type { Customer, StandbyStatus } from '@usher/contracts'
import {
  collectionOf,
  collectionSchema,
  dueScope,
  earliest,
  type PersonalData,
  PersonalDataStore,
  type Search,
  searchFilter,
} from '@usher/service-kit'
import { DAY_MS } from '@usher/service-kit/durations'
import type { ClientSession, Connection, mongo } from 'mongoose'
import { CustomerStore } from '../bookings/customer-store.ts'
import { ofCustomer, ofPerson } from '../bookings/of-customer.ts'
import type { Range } from '../slots/sweep.ts'
import { type OfferedStandby, presentStandby, type StandbyRecord } from './standby.ts'

/** Longest window, in ms. */
export const MAX_WINDOW_MS = DAY_MS

const OPEN: readonly StandbyStatus[] = ['waiting', 'offered']
const CLOSED: readonly StandbyStatus[] = ['booked', 'ended']
const open = { status: { $in: [...OPEN] } }
const whereGiven = (field: string) => ({ partialFilterExpression: { [field]: { $type: 'string' } } })

const schema = collectionSchema<StandbyRecord>('standbys')
  .index({ organization_id: 1, _id: 1 })
  .index({ organization_id: 1, status: 1, 'windows.from': 1, 'windows.to': 1 })
  .index({ organization_id: 1, created_at: 1, _id: 1 })
  .index({ status: 1, until: 1 })
  .index({ 'offer.offered_until': 1 }, { partialFilterExpression: { status: 'offered' } })
  .index({ organization_id: 1, 'customer.phone': 1 }, whereGiven('customer.phone'))
  .index({ organization_id: 1, 'customer.email': 1 }, whereGiven('customer.email'))
  .index({ organization_id: 1, search_keys: 1 })
  .index({ organization_id: 1, anonymized_at: 1, updated_at: 1 })

interface StandbyFilter {
  readonly status?: StandbyStatus | undefined
  readonly service_type_id?: string | undefined
  readonly search?: Search | undefined
}

interface JoinPage {
  /** Time of joining and id of the last standby on the previous page. */
  readonly after: readonly string[] | undefined
  readonly limit: number
}

/** Customers who wait for a time, by organisation. */
export class StandbyStore extends CustomerStore<StandbyRecord> {
  readonly #scope

  constructor(connection: Connection) {
    super(collectionOf(connection, schema), 'standby')
    this.#scope = () => dueScope(connection)
  }

  /** In order of joining. */
  async page(organizationId: string, filter: StandbyFilter, { after, limit }: JoinPage) {
    const [joinedAt = '', id = ''] = after ?? []
    const created_at = new Date(joinedAt)
    const behind = { $or: [{ created_at: { $gt: created_at } }, { created_at, _id: { $gt: id } }] }
    const { status, service_type_id, search } = filter
    const wanted = {
      organization_id: organizationId,
      ...(status && { status }),
      ...(service_type_id && { service_type_id }),
      ...(after && behind),
      ...(search && searchFilter(search)),
    }
    return await this.collection.find(wanted).sort({ created_at: 1, _id: 1 }).limit(limit).toArray()
  }

  /** Whether anybody waits or has an offer: whether freed time matters. */
  async anyOpen(organizationId: string, session?: ClientSession): Promise<boolean> {
    const projection = { _id: 1 }
    const wanted = { organization_id: organizationId, ...open }
    return (await this.collection.findOne(wanted, { projection, ...(session && { session }) })) !== null
  }

  /** Those of the organisations where anybody waits or has an offer. */
  async organizationsWithOpen(
    organizationIds: readonly string[],
    session: ClientSession,
  ): Promise<Set<string>> {
    const found: string[] = []
    for (const id of new Set(organizationIds)) if (await this.anyOpen(id, session)) found.push(id)
    return new Set(found)
  }

  /** Whether a time of the service type is offered to anybody. */
  async anyOffered(
    organizationId: string,
    service_type_id: string,
    session: ClientSession,
  ): Promise<boolean> {
    const wanted = { organization_id: organizationId, status: 'offered' as const, service_type_id }
    return (await this.collection.findOne(wanted, { projection: { _id: 1 }, session })) !== null
  }

  /** Open standbys of a customer, by phone or e-mail address. */
  async countOpenOf(
    organizationId: string,
    customer: Pick<Customer, 'phone' | 'email'>,
    session: ClientSession,
  ): Promise<number> {
    const known = (['phone', 'email'] as const).flatMap((name) => {
      const value = customer[name]
      return value === null ? [] : [ofCustomer(name, value)]
    })
    const wanted = { organization_id: organizationId, ...open, $or: known }
    return await this.collection.countDocuments(wanted, { session })
  }

  /** Standbys for a start in a range: those with a proved address first, then by order of joining. */
  waitingIn(organizationId: string, { from, to }: Range, of: object): AsyncIterable<StandbyRecord> {
    const overlapping = {
      from: { $gt: new Date(from - MAX_WINDOW_MS), $lt: new Date(to) },
      to: { $gt: new Date(from) },
    }
    const wanted = {
      organization_id: organizationId,
      status: 'waiting' as const,
      windows: { $elemMatch: overlapping },
      ...of,
    }
    return this.collection
      .find(wanted as mongo.Filter<StandbyRecord>)
      .sort({ is_proved: -1, created_at: 1, _id: 1 })
  }

  /** Standbys whose last start has passed. */
  async over(now: Date): Promise<Pick<StandbyRecord, '_id' | 'organization_id'>[]> {
    const projection = { organization_id: 1 }
    return await this.collection
      .find({ ...this.#scope(), status: 'waiting', until: { $lte: now } }, { projection })
      .toArray()
  }

  /** Ids of standbys whose offer has expired, in the order in which they were made. */
  async expiredIds(now: Date): Promise<string[]> {
    const expired = { ...this.#scope(), status: 'offered' as const, 'offer.offered_until': { $lte: now } }
    const found = this.collection.find(expired, { projection: { _id: 1 } }).sort({ 'offer.offered_until': 1 })
    return (await found.toArray()).map(({ _id }) => _id)
  }

  /** When the next windows or offer are over; undefined if nobody waits or has an offer. */
  async nextEnd(): Promise<Date | undefined> {
    const [waiting, offered] = await Promise.all([
      this.collection.findOne(
        { ...this.#scope(), status: 'waiting' },
        { sort: { until: 1 }, projection: { until: 1 } },
      ),
      this.collection.findOne(
        { ...this.#scope(), status: 'offered' },
        { sort: { 'offer.offered_until': 1 } },
      ),
    ])
    return earliest([waiting?.until, (offered as OfferedStandby | null)?.offer.offered_until])
  }

  /** A standby of which only the link or the id is known. */
  async byId(id: string, session?: ClientSession): Promise<StandbyRecord | null> {
    return await this.collection.findOne({ _id: id }, session && { session })
  }

  /**
   * What is personal in standbys: customer, notes and answers.
   *
   * @param erase anonymises standbys, and ends open ones
   */
  personalData(erase: (found: readonly StandbyRecord[]) => Promise<void>): PersonalData {
    return new PersonalDataStore(this.collection, {
      ofPerson,
      identified: { anonymized_at: null },
      exported: { as: (found) => found.map((record) => ({ type: 'standby', ...presentStandby(record) })) },
      erased: { how: { by: erase } },
      retention: {
        since: 'updated_at',
        expired: (before) => ({ updated_at: { $lt: before }, status: { $in: [...CLOSED] } }),
      },
    })
  }
}
