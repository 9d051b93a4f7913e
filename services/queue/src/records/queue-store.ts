import type { CloudEvent } from '@usher/contracts'
import { appendToOutbox, nativeCollection, outboxModel } from '@usher/service-kit'
import type { ClientSession, Connection } from 'mongoose'
import type { Access } from '../access.ts'
import { difference, type Revision } from './difference.ts'
import { paceModel } from './pace-record.ts'
import { type QueueRecord, queueModel } from './queue-record.ts'

interface PageOptions {
  readonly access: Access
  readonly status: QueueRecord['status'] | undefined
  /** `created_at` and id of the last queue of the page before. */
  readonly after: readonly string[] | undefined
  readonly limit: number
}

export interface QueueStore {
  /** Stores a new queue together with its event. */
  create(queue: QueueRecord, events: readonly CloudEvent[], session: ClientSession): Promise<void>
  /** Queues of any organisation as they are now; unknown ids are left out. */
  byIds(ids: readonly string[]): Promise<QueueRecord[]>
  /** Updates queues on top of the versions decided on; false if one of them has a newer one. */
  update(revisions: readonly Revision<QueueRecord>[], session: ClientSession): Promise<boolean>
  /** Queues that the caller may see, oldest first. */
  page(options: PageOptions): Promise<QueueRecord[]>
  /** The queue that guests join by a slug, unless it was deleted. */
  byJoinSlug(slug: string): Promise<QueueRecord | null>
  /** Deleted queues with guests still in line. */
  halfDeleted(limit: number): Promise<QueueRecord[]>
  /** Organisations that have or had queues. */
  organizations(): Promise<string[]>
  /** Every queue of an organisation, deleted ones included. */
  ofOrganization(organizationId: string): Promise<QueueRecord[]>
  /** Returns the number of queues deleted. */
  deleteAllOf(organizationId: string): Promise<number>
}

export function createQueueStore(connection: Connection): QueueStore {
  const queues = queueModel(connection)
  const paces = paceModel(connection)
  const outbox = outboxModel(connection)
  return {
    async create(queue, events, session) {
      await nativeCollection(queues).insertOne(queue, { session })
      await appendToOutbox(outbox, events, session)
    },
    async byIds(ids) {
      // MongoDB looks up a single id without planning a query.
      const [id = ''] = ids
      return await nativeCollection(queues)
        .find({ _id: ids.length === 1 ? id : { $in: [...ids] } })
        .toArray()
    },
    async update(revisions, session) {
      const { matchedCount } = await nativeCollection(queues).bulkWrite(revisions.map(updateOne), { session })
      return matchedCount === revisions.length
    },
    page({ access: { organization_id, queue_ids }, status, after, limit }) {
      const [createdAt = '', id = ''] = after ?? []
      const created = new Date(createdAt)
      const behind = { $or: [{ created_at: { $gt: created } }, { created_at: created, _id: { $gt: id } }] }
      return queues
        .find({
          organization_id,
          ...(queue_ids && { _id: { $in: queue_ids } }),
          deleted_at: null,
          ...(status && { status }),
          ...(after && behind),
        })
        .sort({ created_at: 1, _id: 1 })
        .limit(limit)
        .lean()
    },
    // The partial index requires the type.
    byJoinSlug: (slug) =>
      queues.findOne({ 'join.slug': { $eq: slug, $type: 'string' }, deleted_at: null }).lean(),
    halfDeleted: (limit) =>
      queues
        .find({ deleted_at: { $type: 'date' }, waiting_count: { $gt: 0 } })
        .limit(limit)
        .lean(),
    organizations: () => queues.distinct('organization_id'),
    ofOrganization: (organizationId) => queues.find({ organization_id: organizationId }).lean(),
    async deleteAllOf(organizationId) {
      await paces.deleteMany({ organization_id: organizationId })
      return (await queues.deleteMany({ organization_id: organizationId })).deletedCount
    },
  }
}

const updateOne = ({ base, changed }: Revision<QueueRecord>) => ({
  updateOne: {
    filter: { _id: changed._id, line_version: base.line_version },
    update: difference({ base, changed }),
  },
})
