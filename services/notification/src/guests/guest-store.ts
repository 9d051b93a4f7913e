import { ANONYMOUS_NAME, type Guest } from '@usher/contracts'
import {
  collectionOf,
  contactFilter,
  createBatchLoader,
  organizationSchema,
  type Person,
  type PersonalData,
  PersonalDataStore,
  spellingsOf,
} from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'
import type { GuestKey } from './guest-page.ts'

/** A browser's push subscription; sealed, as whoever has it can send to the browser. */
export interface StoredSubscription {
  readonly sealed: string
  readonly created_at: Date
}

/** The service's own copy of a guest, from events. */
export interface GuestRecord
  extends Pick<Guest, 'queue_id' | 'name' | 'phone' | 'email' | 'locale' | 'status' | 'party_size'> {
  readonly _id: string
  readonly organization_id: string
  /** As of the guest's last event: others leaving raises none. */
  readonly position: number | null
  /** In minutes, as of the last event, like the position. */
  readonly estimated_wait: number | null
  readonly status_url: string | null
  /** Whether the guest reported being here. */
  readonly has_arrived: boolean
  /** The browser that takes messages for the guest, while they allow it. */
  readonly push?: StoredSubscription
  /** Number of the last event applied. */
  readonly sequence: number
  readonly updated_at: Date
}

const schema = organizationSchema<GuestRecord>('guests')
  .index({ organization_id: 1, phone: 1 })
  .index({ organization_id: 1, email: 1 })
  .index({ organization_id: 1, status: 1, updated_at: 1 })

/** Copies of guests. */
export class GuestStore {
  readonly #guests: mongo.Collection<GuestRecord>
  readonly #load = createBatchLoader<string, GuestRecord | null>(async (ids) => {
    const found = await this.findByIds(ids)
    return ids.map((id) => found.get(id) ?? null)
  })

  constructor(connection: Connection) {
    this.#guests = collectionOf(connection, schema)
  }

  async find(organizationId: string, id: string, session?: ClientSession): Promise<GuestRecord | null> {
    const found = session ? (await this.findByIds([id], session)).get(id) : await this.#load(id)
    return found?.organization_id === organizationId ? found : null
  }

  async findByIds(ids: readonly string[], session?: ClientSession): Promise<Map<string, GuestRecord>> {
    const one = { _id: { $in: [...new Set(ids)] } }
    const found = await this.#guests.find(one, session ? { session } : {}).toArray()
    return new Map(found.map((guest) => [guest._id, guest]))
  }

  /** Guests with a phone number or e-mail address, in the order they were added. */
  async ofAddress(organizationId: string, address: string): Promise<GuestRecord[]> {
    const known = { [address.includes('@') ? 'email' : 'phone']: { $in: spellingsOf(address) } }
    return await this.#guests
      .find({ organization_id: organizationId, ...known })
      .sort({ _id: 1 })
      .toArray()
  }

  /** Guests in the line of a queue, in the order they were added. */
  async inLine(organizationId: string, queueId: string): Promise<GuestRecord[]> {
    const status = { $in: ['waiting', 'notified'] as GuestRecord['status'][] }
    return await this.#guests
      .find({ organization_id: organizationId, status, queue_id: queueId })
      .sort({ _id: 1 })
      .toArray()
  }

  /** Stores each record unless a later one is stored. */
  async take(records: readonly GuestRecord[]): Promise<void> {
    if (records.length === 0) return
    const operations = records.map((record) => ({
      updateOne: { filter: { _id: record._id }, update: unlessLater(record), upsert: true },
    }))
    await this.#guests.bulkWrite(operations)
  }

  /** Those of the guests whose browser takes messages. */
  async withPush(ids: readonly string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set()
    const filter = { _id: { $in: [...ids] }, push: { $exists: true } }
    const found = await this.#guests.find(filter, { projection: { _id: 1 } }).toArray()
    return new Set(found.map(({ _id }) => _id))
  }

  async subscribe({ _id, organization_id }: GuestKey, push: StoredSubscription): Promise<void> {
    await this.#guests.updateOne({ _id, organization_id }, { $set: { push } })
  }

  /** @param sealed only this subscription: a newer one stays */
  async unsubscribe({ _id, organization_id }: GuestKey, sealed?: string): Promise<void> {
    const which = sealed === undefined ? {} : { 'push.sealed': sealed }
    await this.#guests.updateOne({ _id, organization_id, ...which }, { $unset: { push: '' } })
  }

  async put(records: readonly GuestRecord[], session: ClientSession): Promise<void> {
    if (records.length === 0) return
    const operations = records.map((record) => ({
      replaceOne: { filter: { _id: record._id }, replacement: record, upsert: true },
    }))
    await this.#guests.bulkWrite(operations, { session })
  }

  /** Ids of the guests that a person is, as far as known. */
  async idsOf({ organizationId, subject }: Omit<Person, 'ids'>): Promise<string[]> {
    if ('guest_id' in subject) return [subject.guest_id]
    return await this.#guests.distinct('_id', { organization_id: organizationId, ...contactFilter(subject) })
  }

  /**
   * What is personal in copies of guests. Only the fact of a push subscription is exported: the queue service exports
   * the guests themselves, and whoever knows a browser's endpoint and keys can send to it.
   */
  personalData(): PersonalData {
    return new PersonalDataStore(this.#guests, {
      ofPerson: ({ ids }) => ({ _id: { $in: [...ids] } }),
      exported: {
        only: { push: { $exists: true } },
        as: (found) =>
          found.map(({ _id, push }) => ({
            type: 'push_subscription',
            guest_id: _id,
            created_at: push?.created_at.toISOString() ?? null,
          })),
      },
      erased: { how: { change: () => WITHOUT_PERSON }, counts: () => false },
      retention: {
        since: 'updated_at',
        expired: (before) => ({ status: { $in: [...LEFT] }, updated_at: { $lt: before } }),
        how: 'delete',
      },
    })
  }
}

const LEFT: readonly GuestRecord['status'][] = ['seated', 'no_show', 'removed']

const WITHOUT_PERSON = {
  $set: { name: ANONYMOUS_NAME, phone: null, email: null, locale: null, status_url: null },
  $unset: { push: '' },
} as const

/** Replaces an earlier record. Only some events carry the status link; it is kept whatever their order. */
function unlessLater({ status_url, ...record }: GuestRecord) {
  const told = { $literal: { ...record, ...(status_url !== null && { status_url }) } }
  const isLater = { $gte: [{ $ifNull: ['$sequence', -1] }, record.sequence] }
  return [
    { $replaceWith: { $cond: [isLater, '$$ROOT', { $mergeObjects: ['$$ROOT', told] }] } },
    { $set: { status_url: { $ifNull: ['$status_url', { $literal: status_url }] } } },
  ]
}
