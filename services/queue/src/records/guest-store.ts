import {
  collectionOf,
  collectionSchema,
  contactFilter,
  dueScope,
  type Erasing,
  type Person,
  type PersonalData,
  PersonalDataStore,
} from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'
import { difference, type Revision } from './difference.ts'
import type { Placed } from './guest-entry.ts'
import {
  type GuestRecord,
  guestKeys,
  IN_LINE,
  leftBefore,
  PERSONAL_DETAILS,
  WITHOUT_PERSON,
} from './guest-record.ts'
import type { LedgerChange } from './ledger-record.ts'
import type { LedgerStore } from './ledger-store.ts'

const schema = collectionSchema<GuestRecord>('guests')
  .index({ queue_id: 1, status: 1, rank: 1, _id: 1 })
  .index(
    { queue_id: 1, status: 1, tag_keys: 1, rank: 1, _id: 1 },
    { partialFilterExpression: { tag_keys: { $type: 'string' } } },
  )
  .index({ queue_id: 1, line_version: 1 })
  .index({ queue_id: 1, created_at: 1 })
  .index({ organization_id: 1, search_keys: 1, _id: 1 })
  .index({ organization_id: 1, _id: 1 })
  .index(
    { organization_id: 1, status: 1, _id: 1 },
    { partialFilterExpression: { replied_at: { $type: 'date' } } },
  )
  .index(
    { organization_id: 1, phone: 1, status: 1 },
    { partialFilterExpression: { phone: { $type: 'string' } } },
  )
  .index({ organization_id: 1, email: 1 }, { partialFilterExpression: { email: { $type: 'string' } } })
  .index(
    { organization_id: 1, left_at: 1 },
    { partialFilterExpression: { left_at: { $type: 'date' }, anonymized_at: null } },
  )
  .index(
    { queue_id: 1, 'quote.settled_at': 1 },
    { partialFilterExpression: { 'quote.settled_at': { $type: 'date' } } },
  )
  .index({ no_show_due_at: 1 }, { partialFilterExpression: { no_show_due_at: { $exists: true } } })

export const guestCollection = (connection: Connection): mongo.Collection<GuestRecord> =>
  collectionOf(connection, schema)

/** What a display shows of a guest. */
export type ShownGuest = Pick<GuestRecord, '_id' | 'name' | 'status' | 'notified_at'>

type OfQueue = Pick<GuestRecord, 'organization_id' | 'queue_id'>

const PLACE = {
  _id: 1,
  rank: 1,
  status: 1,
  party_size: 1,
  away_until: 1,
  line_version: 1,
  created_at: 1,
  booking: 1,
  place_change: 1,
} as const
const ID = { projection: { _id: 1 } } as const
const inLine = () => ({ status: { $in: [...IN_LINE] } })

/** Guests of all queues, present and past. */
export class GuestStore {
  readonly #guests: mongo.Collection<GuestRecord>

  readonly #scope

  constructor(connection: Connection) {
    this.#guests = guestCollection(connection)
    this.#scope = () => dueScope(connection)
  }

  /** Guests of any organisation by id; unknown ids are left out. */
  async byIds(ids: readonly string[]): Promise<Map<string, GuestRecord>> {
    const found = await this.#guests.find({ _id: { $in: [...ids] } }).toArray()
    return new Map(found.map((guest) => [guest._id, guest]))
  }

  async ofOrganizations(ids: readonly string[], organizationIds: readonly string[]): Promise<GuestRecord[]> {
    return await this.#guests
      .find({ _id: { $in: [...ids] }, organization_id: { $in: [...organizationIds] } })
      .toArray()
  }

  /** The guest's organisation, if the guest exists. */
  async organizationOf(id: string): Promise<string | undefined> {
    const found = await this.#guests.findOne({ _id: id }, { projection: { organization_id: 1 } })
    return found?.organization_id
  }

  /** Everybody in the line of a queue, in order. */
  async line(queueId: string): Promise<Placed[]> {
    return await this.#guests
      .find<Placed>({ queue_id: queueId, ...inLine() }, { projection: PLACE })
      .sort({ rank: 1, _id: 1 })
      .toArray()
  }

  /** Guests of a queue who changed after one of its versions, in line or not. */
  async changedSince(queueId: string, version: number, limit: number): Promise<Placed[]> {
    return await this.#guests
      .find<Placed>({ queue_id: queueId, line_version: { $gt: version } }, { projection: PLACE, limit })
      .toArray()
  }

  async insert(guests: readonly GuestRecord[], session: ClientSession): Promise<void> {
    const records = guests.map((guest) => ({ ...guest, search_keys: guestKeys(guest) }))
    await this.#guests.insertMany(records, { session })
  }

  /**
   * Updates guests on top of the revisions decided on. They were read before their queue, and may be older.
   *
   * @returns false if one of them has a newer version
   */
  async update(revisions: readonly Revision<GuestRecord>[], session: ClientSession): Promise<boolean> {
    const { matchedCount } = await this.#guests.bulkWrite(revisions.map(updateOne), { session })
    return matchedCount === revisions.length
  }

  /** Guests in a queue's line, in no order. */
  async idsInLine({ organization_id, queue_id }: OfQueue, limit: number): Promise<string[]> {
    const found = await this.#guests
      .find({ organization_id, queue_id, ...inLine() }, ID)
      .limit(limit)
      .toArray()
    return found.map(({ _id }) => _id)
  }

  async shown(organizationId: string, ids: readonly string[]): Promise<Map<string, ShownGuest>> {
    const found = await this.#guests
      .find<ShownGuest>(
        { _id: { $in: [...ids] }, organization_id: organizationId },
        { projection: { name: 1, status: 1, notified_at: 1, desk: 1 } },
      )
      .toArray()
    return new Map(found.map((guest) => [guest._id, guest]))
  }

  /** Notified guests whose no-show time is over. */
  async overdue(now: Date, limit: number): Promise<GuestRecord[]> {
    return await this.#guests
      .find({ ...this.#scope(), no_show_due_at: { $lte: now } })
      .limit(limit)
      .toArray()
  }

  /** When the next notified guest becomes a no-show. */
  async nextNoShow(): Promise<Date | undefined> {
    const [next] = await this.#guests
      .find({ ...this.#scope(), no_show_due_at: { $exists: true } })
      .sort({ no_show_due_at: 1 })
      .limit(1)
      .toArray()
    return next?.no_show_due_at
  }

  /** Whether the last message to each guest did not arrive, by id; unknown guests are left out. */
  async unreachedById(ids: readonly string[]): Promise<Map<string, boolean>> {
    if (ids.length === 0) return new Map()
    const found = await this.#guests
      .find({ _id: { $in: [...ids] } }, { projection: { unreached: 1 } })
      .toArray()
    return new Map(found.map(({ _id, unreached }) => [_id, Boolean(unreached)]))
  }

  /** Guests in a line with one of these phones, earliest join first. */
  async inLineWithPhones(
    organizationIds: readonly string[],
    phones: readonly string[],
    limit: number,
  ): Promise<Pick<GuestRecord, '_id' | 'organization_id' | 'phone' | 'queue_id'>[]> {
    return await this.#guests
      .find(
        {
          organization_id: { $in: [...organizationIds] },
          // The partial index on phones requires the type.
          phone: { $in: [...phones], $type: 'string' },
          ...inLine(),
        },
        { projection: { organization_id: 1, phone: 1, queue_id: 1 } },
      )
      .sort({ created_at: 1 })
      .limit(limit)
      .toArray()
  }

  /** Whether somebody in the line of a queue has a phone. */
  async hasInLine({ organization_id, queue_id }: OfQueue, phone: string): Promise<boolean> {
    const withPhone = { phone: { $eq: phone, $type: 'string' as const }, ...inLine() }
    return (await this.#guests.findOne({ organization_id, queue_id, ...withPhone }, ID)) !== null
  }

  /**
   * What is personal in guests: see {@link WITHOUT_PERSON}. Undo cannot bring old guests back (it ends after 30
   * minutes, retention is at least a day), so only young ones need the engine.
   */
  personalData({ ledger, erase, organizations }: GuestErasure): PersonalData {
    return new PersonalDataStore(this.#guests, {
      ofPerson: ({ subject }: Person) =>
        'guest_id' in subject ? { _id: subject.guest_id } : contactFilter(subject),
      identified: { anonymized_at: null },
      exported: {
        as: async (found) => {
          const reasons = await ledger.reasons(found.map(({ _id }) => _id))
          return found.map((guest) => exportedGuest(guest, reasons))
        },
      },
      erased: { how: { by: erase } },
      retention: {
        since: 'left_at',
        expired: leftBefore,
        organizations,
        how: {
          by: async (found, { now }) => {
            const ids = found.map(({ _id }) => _id)
            // First, as anonymised guests are not found again.
            await ledger.forgetReasons(ids)
            const anonymous = { ...WITHOUT_PERSON, anonymized_at: now }
            await this.#guests.updateMany({ _id: { $in: ids }, anonymized_at: null }, { $set: anonymous })
          },
        },
      },
    })
  }
}

interface GuestErasure {
  readonly ledger: LedgerStore
  /** Anonymises guests by the engine: they may be in a line, or be brought back by undo. */
  readonly erase: (found: readonly GuestRecord[], erasing: Erasing) => Promise<void>
  /** Organisations that may have guests. */
  readonly organizations: () => Promise<string[]>
}

/** Fields that only keep the line and the search in order. */
const INTERNAL: ReadonlySet<string> = new Set<keyof GuestRecord>([
  'organization_id',
  'rank',
  'sequence',
  'line_version',
  'since_version',
  'former_stays',
  'tag_keys',
  'search_keys',
])

/** Everything else stored about a guest, with the reasons given for changes. */
function exportedGuest({ _id, ...guest }: GuestRecord, reasons: readonly LedgerChange[]) {
  const known = Object.fromEntries(Object.entries(guest).filter(([name]) => !INTERNAL.has(name)))
  const changes = reasons
    .filter(({ guest_id }) => guest_id === _id)
    .map(({ at, type, reason }) => ({ at, type, reason }))
  return JSON.parse(JSON.stringify({ type: 'guest', id: _id, ...known, changes }))
}

const withKeys = (base: GuestRecord, changed: GuestRecord): GuestRecord =>
  PERSONAL_DETAILS.every((name) => changed[name] === base[name])
    ? changed
    : { ...changed, search_keys: guestKeys(changed) }

const updateOne = ({ base, changed }: Revision<GuestRecord>) => ({
  updateOne: {
    filter: {
      _id: changed._id,
      organization_id: changed.organization_id,
      sequence: base.sequence,
      line_version: base.line_version,
    },
    update: difference({ base, changed: withKeys(base, changed) }),
  },
})
