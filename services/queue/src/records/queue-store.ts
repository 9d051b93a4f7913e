import type { CloudEvent, PrivacyRecords } from '@usher/contracts'
import {
  appendToOutbox,
  collectionOf,
  collectionSchema,
  dueScope,
  type Outbox,
  outboxOf,
  type PersonalData,
  PersonalDataStore,
} from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'
import type { Access } from '../access.ts'
import { difference, type Revision } from './difference.ts'
import type { LedgerStore } from './ledger-store.ts'
import type { QueueRecord } from './queue-record.ts'

const schema = collectionSchema<QueueRecord>('queues')
  .index({ organization_id: 1, deleted_at: 1, created_at: 1, _id: 1 })
  .index(
    { organization_id: 1, 'bookings.service_type_ids': 1 },
    { partialFilterExpression: { 'bookings.service_type_ids': { $type: 'string' } } },
  )
  .index({ 'join.slug': 1 }, { unique: true, partialFilterExpression: { 'join.slug': { $type: 'string' } } })
  .index({ deleted_at: 1 }, { partialFilterExpression: { deleted_at: { $type: 'date' } } })

interface PageOptions {
  readonly access: Access
  readonly status: QueueRecord['status'] | undefined
  /** `created_at` and id of the last queue of the page before. */
  readonly after: readonly string[] | undefined
  readonly limit: number
}

/** Queues of all organisations, deleted ones included. */
export class QueueStore {
  readonly #queues: mongo.Collection<QueueRecord>
  readonly #outbox: Outbox

  readonly #scope

  constructor(connection: Connection) {
    this.#scope = () => dueScope(connection)
    this.#queues = collectionOf(connection, schema)
    this.#outbox = outboxOf(connection)
  }

  /** Stores a new queue together with its event. */
  async create(queue: QueueRecord, events: readonly CloudEvent[], session: ClientSession): Promise<void> {
    await this.#queues.insertOne(queue, { session })
    await appendToOutbox(this.#outbox, events, session)
  }

  async count(
    organizationId: string,
    options: { readonly session: ClientSession; readonly limit: number },
  ): Promise<number> {
    const open = { organization_id: organizationId, deleted_at: null }
    return await this.#queues.countDocuments(open, options)
  }

  /** Queues of any organisation as they are now; unknown ids are left out. */
  async byIds(ids: readonly string[]): Promise<QueueRecord[]> {
    // MongoDB looks up a single id without planning a query.
    const [id = ''] = ids
    return await this.#queues.find({ _id: ids.length === 1 ? id : { $in: [...ids] } }).toArray()
  }

  /** Updates queues on top of the versions decided on; false if one of them has a newer one. */
  async update(revisions: readonly Revision<QueueRecord>[], session: ClientSession): Promise<boolean> {
    const writes = revisions.map(updateOne)
    const { matchedCount } = await this.#queues.bulkWrite(writes, { session })
    return matchedCount === revisions.length
  }

  /** Queues that the caller may see, oldest first. */
  async page({ access, status, after, limit }: PageOptions): Promise<QueueRecord[]> {
    const { organization_id, queue_ids } = access
    const [createdAt = '', id = ''] = after ?? []
    const created = new Date(createdAt)
    const behind = { $or: [{ created_at: { $gt: created } }, { created_at: created, _id: { $gt: id } }] }
    return await this.#queues
      .find({
        organization_id,
        ...(queue_ids && { _id: { $in: [...queue_ids] } }),
        deleted_at: null,
        ...(status && { status }),
        ...(after && behind),
      })
      .sort({ created_at: 1, _id: 1 })
      .limit(limit)
      .toArray()
  }

  /** The queue that guests join by a slug, unless it was deleted. */
  async byJoinSlug(slug: string): Promise<QueueRecord | null> {
    // The partial index requires the type.
    return await this.#queues.findOne({ 'join.slug': { $eq: slug, $type: 'string' }, deleted_at: null })
  }

  /** Deleted queues with guests still in line. */
  async halfDeleted(limit: number): Promise<QueueRecord[]> {
    return await this.#queues
      .find({ ...this.#scope(), deleted_at: { $type: 'date' }, waiting_count: { $gt: 0 } })
      .limit(limit)
      .toArray()
  }

  /** Ids of the queues of an organisation that expect bookings of any of these service types. */
  async expecting(organizationId: string, serviceTypeIds: readonly string[]): Promise<string[]> {
    const found = await this.#queues
      .find(
        {
          organization_id: organizationId,
          // The partial index requires the type.
          'bookings.service_type_ids': { $in: [...serviceTypeIds], $type: 'string' },
          deleted_at: null,
        },
        { projection: { _id: 1 } },
      )
      .toArray()
    return found.map(({ _id }) => _id)
  }

  /** Organisations that have or had queues. */
  async organizations(): Promise<string[]> {
    return await this.#queues.distinct('organization_id')
  }

  /** Exported with the organisation, and deleted with it after their ledgers. */
  personalData(
    ledger: LedgerStore,
    present: (queues: readonly QueueRecord[]) => PrivacyRecords,
  ): PersonalData {
    return new PersonalDataStore(this.#queues, {
      exported: { as: present },
      closed: {
        by: async (found) => {
          const ids = found.map(({ _id }) => _id)
          await ledger.deleteAllOf(ids)
          await this.#queues.deleteMany({ _id: { $in: ids } })
        },
      },
    })
  }
}

const updateOne = ({ base, changed }: Revision<QueueRecord>) => ({
  updateOne: {
    filter: { _id: changed._id, line_version: base.line_version },
    update: difference({ base, changed }),
  },
})
