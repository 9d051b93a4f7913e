import { type Delivery, eventTypesOf } from '@usher/contracts'
import { nativeCollection } from '@usher/service-kit'
import type { Connection, mongo } from 'mongoose'
import type { DeliveryRecord } from './delivery.ts'
import { deliveryModel } from './delivery-store.ts'

/** Which deliveries of an endpoint are meant. */
export interface DeliveryFilter {
  readonly organizationId: string
  readonly webhookId: string
  readonly status?: Delivery['status'] | undefined
  /** Type, or pattern. */
  readonly event?: string | undefined
  /** Not made before this time. */
  readonly from?: Date | undefined
  /** Made before this time. */
  readonly to?: Date | undefined
}

/** A place in the order in which deliveries were made. */
export interface DeliveryPlace {
  readonly createdAt: Date
  readonly id: string
}

/** The deliveries again, as their owners look for them. */
export class DeliveryLog {
  readonly #deliveries: mongo.Collection<DeliveryRecord>

  constructor(connection: Connection) {
    this.#deliveries = nativeCollection(deliveryModel(connection))
  }

  /** Newest first. */
  async list(
    filter: DeliveryFilter,
    { before, limit }: { before: DeliveryPlace | undefined; limit: number },
  ): Promise<DeliveryRecord[]> {
    return await this.#deliveries
      .find({ $and: [queryOf(filter), ...(before ? [isBefore(before)] : [])] })
      .sort({ created_at: -1, _id: -1 })
      .limit(limit)
      .toArray()
  }
}

/** Every status is named, so that the index by status is read in order and merged. */
const queryOf = ({
  organizationId,
  webhookId,
  status,
  event,
  from,
  to,
}: DeliveryFilter): mongo.Filter<DeliveryRecord> => ({
  organization_id: organizationId,
  webhook_id: webhookId,
  status: status ?? { $in: ['pending', 'delivered', 'failed'] },
  ...(event && { event: { $in: [event, ...eventTypesOf(event)] } }),
  ...((from || to) && { created_at: { ...(from && { $gte: from }), ...(to && { $lt: to }) } }),
})

const isBefore = ({ createdAt, id }: DeliveryPlace): mongo.Filter<DeliveryRecord> => ({
  created_at: { $lte: createdAt },
  $or: [{ created_at: { $lt: createdAt } }, { _id: { $lt: id } }],
})
