import { DELIVERY_STATUSES, type Delivery, eventTypesOf } from '@usher/contracts'
import type { ClientSession, Connection, mongo } from 'mongoose'
import type { DeliveryRecord } from './delivery.ts'
import { type ClaimedDelivery, type Claiming, deliveryCollection } from './delivery-store.ts'

/** Selects deliveries of an endpoint. */
export interface DeliveryFilter {
  readonly organizationId: string
  readonly webhookId: string
  readonly statuses?: readonly Delivery['status'][] | undefined
  /** Only of these types. */
  readonly events?: readonly string[] | undefined
  /** Created at or after this time. */
  readonly from?: Date | undefined
  /** Created before this time. */
  readonly to?: Date | undefined
  readonly withoutTests?: boolean
}

/** Stop counting here, to keep the request fast. */
const MAX_COUNTED = 100_000

/** Position in the order of creation. */
export interface DeliveryPosition {
  readonly createdAt: Date
  readonly id: string
}

/** Queries and manual claims for an organisation's delivery log. */
export class DeliveryLog {
  readonly #deliveries: mongo.Collection<DeliveryRecord>

  constructor(connection: Connection) {
    this.#deliveries = deliveryCollection(connection)
  }

  /** Newest first. */
  async list(
    filter: DeliveryFilter,
    { before, limit }: { before: DeliveryPosition | undefined; limit: number },
  ): Promise<DeliveryRecord[]> {
    return await this.#deliveries
      .find({ $and: [queryOf(filter), ...(before ? [isBefore(before)] : [])] })
      .sort({ created_at: -1, _id: -1 })
      .limit(limit)
      .toArray()
  }

  /** Adds a delivery that has already ended. */
  async insert(record: DeliveryRecord, session: ClientSession): Promise<void> {
    await this.#deliveries.insertOne(record, { session })
  }

  /** Claims a delivery for a manual attempt; null while another attempt is in flight. */
  async claim(
    { _id, organization_id }: DeliveryRecord,
    { now, claim, until }: Claiming,
    session: ClientSession,
  ): Promise<ClaimedDelivery | null> {
    const untaken = { manual: false, $or: [{ claim: null }, { due_at: { $lte: now } }] }
    const claimed = await this.#deliveries.findOneAndUpdate(
      { _id, organization_id, ...untaken },
      { $set: { manual: true, ordered: false, claim, due_at: until } },
      { session, returnDocument: 'after', projection: { attempts: 0 } },
    )
    return claimed as ClaimedDelivery | null
  }

  /** Counts matching deliveries, up to 100,000. */
  async count(filter: DeliveryFilter): Promise<number> {
    return await this.#deliveries.countDocuments(queryOf(filter), { limit: MAX_COUNTED })
  }

  /** The next delivery in the order of creation. */
  async nextAfter(filter: DeliveryFilter, after: DeliveryPosition | null): Promise<DeliveryRecord | null> {
    const query = { $and: [queryOf(filter), ...(after ? [isAfter(after)] : [])] }
    return await this.#deliveries.findOne(query, { sort: { created_at: 1, _id: 1 } })
  }
}

/** The types that an event type or pattern stands for; one that is gone stands for itself. */
export const typesFor = (event: string): string[] => [event, ...eventTypesOf(event)]

/** Always filters by status, so that MongoDB can merge ordered scans of the status index. */
const queryOf = ({
  organizationId,
  webhookId,
  statuses = DELIVERY_STATUSES,
  events,
  from,
  to,
  withoutTests,
}: DeliveryFilter): mongo.Filter<DeliveryRecord> => ({
  organization_id: organizationId,
  webhook_id: webhookId,
  status: { $in: [...statuses] },
  ...(events && { event: { $in: [...events] } }),
  ...(withoutTests && { test: { $exists: false } }),
  ...((from || to) && { created_at: { ...(from && { $gte: from }), ...(to && { $lt: to }) } }),
})

const isBefore = ({ createdAt, id }: DeliveryPosition): mongo.Filter<DeliveryRecord> => ({
  created_at: { $lte: createdAt },
  $or: [{ created_at: { $lt: createdAt } }, { _id: { $lt: id } }],
})

const isAfter = ({ createdAt, id }: DeliveryPosition): mongo.Filter<DeliveryRecord> => ({
  created_at: { $gte: createdAt },
  $or: [{ created_at: { $gt: createdAt } }, { _id: { $gt: id } }],
})
