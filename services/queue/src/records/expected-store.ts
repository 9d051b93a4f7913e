import {
  collectionOf,
  collectionSchema,
  contactFilter,
  dueScope,
  type Erasing,
  type PersonalData,
  PersonalDataStore,
  updateIfNewer,
} from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'
import type { ExpectedBooking, ExpectedRecord } from './expected-record.ts'

const schema = collectionSchema<ExpectedRecord>('expected_bookings')
  .index({ organization_id: 1, service_type_id: 1, start: 1 })
  .index({ organization_id: 1, phone: 1 }, { partialFilterExpression: { phone: { $type: 'string' } } })
  .index({ organization_id: 1, email: 1 }, { partialFilterExpression: { email: { $type: 'string' } } })
  .index({ delete_at: 1 })

/** Bookings kept for one line: more are not expected within a day and a half. */
const MAX_EXPECTED = 2_000

/** The customer of a booking has become a guest. */
export interface Arrival {
  readonly booking_id: string
  readonly organization_id: string
  readonly guest_id: string
  /** When the copy is deleted if no event of the booking was heard yet. */
  readonly delete_at: Date
}

interface Span {
  readonly from: Date
  readonly until: Date
}

/** Takes the customer out of a copy. */
const WITHOUT_CUSTOMER = { name: null, phone: null, email: null, locale: null } as const

/** Copies of the bookings of all organisations, until a day after their end. */
export class ExpectedStore {
  readonly #expected: mongo.Collection<ExpectedRecord>

  readonly #scope

  constructor(connection: Connection) {
    this.#expected = collectionOf(connection, schema)
    this.#scope = () => dueScope(connection)
  }

  async find(organizationId: string, id: string): Promise<ExpectedRecord | null> {
    return await this.#expected.findOne({ _id: id, organization_id: organizationId })
  }

  /** Applies an event, unless it or a later one was applied. */
  async apply({ _id, organization_id, sequence, ...facts }: Omit<ExpectedRecord, 'guest_id'>): Promise<void> {
    await updateIfNewer(this.#expected, { _id, organization_id, sequence }, { $set: { sequence, ...facts } })
  }

  /** Bookings of an organisation that begin within a span and whose customers are not here yet, by start. */
  async ofServiceTypes(
    organizationId: string,
    serviceTypeIds: readonly string[],
    { from, until }: Span,
  ): Promise<ExpectedBooking[]> {
    const found = await this.#expected
      .find({
        organization_id: organizationId,
        service_type_id: { $in: [...serviceTypeIds] },
        start: { $gte: from, $lt: until },
        status: 'confirmed',
        guest_id: { $exists: false },
      })
      .sort({ start: 1, _id: 1 })
      .limit(MAX_EXPECTED)
      .toArray()
    return found.map(({ _id, name, seats, start, end }) => ({
      id: _id,
      name: name ?? '',
      seats,
      start: start.getTime(),
      end: end.getTime(),
    }))
  }

  /** Marks bookings as here, in the transaction that adds their guests; an event may come later. */
  async arrive(arrivals: readonly Arrival[], session: ClientSession): Promise<void> {
    for (const { booking_id, organization_id, guest_id, delete_at } of arrivals) {
      await this.#expected.updateOne(
        { _id: booking_id, organization_id },
        { $set: { guest_id }, $setOnInsert: { sequence: 0, delete_at } },
        { upsert: true, session },
      )
    }
  }

  /** Takes one copy whose time is over out of the store; null: there is none. */
  async takeOver(now: Date): Promise<ExpectedRecord | null> {
    return await this.#expected.findOneAndDelete({ ...this.#scope(), delete_at: { $lte: now } })
  }

  /** When the time of the next copy is over. */
  async nextOver(): Promise<Date | undefined> {
    const next = { projection: { delete_at: 1 }, sort: { delete_at: 1 as const } }
    return (await this.#expected.findOne({ ...this.#scope(), delete_at: { $exists: true } }, next))?.delete_at
  }

  /**
   * What is personal in copies of bookings: the customer. Exported for people only: the service that has the bookings
   * exports an organisation's.
   *
   * @param reload makes the lines that expect bookings of these service types read them again
   */
  personalData(reload: (serviceTypeIds: readonly string[], erasing: Erasing) => Promise<void>): PersonalData {
    return new PersonalDataStore(this.#expected, {
      ofPerson: ({ subject }) => contactFilter(subject),
      exported: { as: (found) => found.map(exportedBooking) },
      erased: {
        how: {
          by: async (found, erasing) => {
            const ids = found.map(({ _id }) => _id)
            await this.#expected.updateMany({ _id: { $in: ids } }, { $set: WITHOUT_CUSTOMER })
            await reload([...new Set(found.map((booking) => booking.service_type_id))], erasing)
          },
        },
        counts: () => false,
      },
    })
  }
}

function exportedBooking({ _id, organization_id: _, ...copy }: ExpectedRecord) {
  return JSON.parse(JSON.stringify({ type: 'expected_booking', id: _id, ...copy }))
}
