import { collectionOf, type EventCopy, organizationSchema, updateIfNewer } from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'

/**
 * The service's own copy of a queue, from events. That of a deleted one stays, so that a late event cannot bring it
 * back.
 */
export interface QueueCopy extends EventCopy {
  readonly organization_id: string
  /** Bookings of these share its line; none: it takes no bookings. */
  readonly service_type_ids: readonly string[]
  /** Whether its join page is open, by its slug; null: not known. */
  readonly public_join: boolean
  readonly slug: string | null
  /** ISO 3166-1 code of the country whose national notation of phones is accepted on the join page. */
  readonly country: string
}

/** A service type of an organisation whose earlier bookings the queue service knows. */
interface SentRecord {
  readonly _id: string
  readonly organization_id: string
}

const schema = organizationSchema<QueueCopy>('queue_copies')
  .index({ organization_id: 1, service_type_ids: 1, _id: 1 })
  .index({ slug: 1 }, { partialFilterExpression: { slug: { $type: 'string' } } })

const sentSchema = organizationSchema<SentRecord>('sent_service_types').index({ organization_id: 1 })

/** Which queues take which bookings, and for which service types earlier bookings were sent. */
export class QueueCopyStore {
  readonly #copies: mongo.Collection<QueueCopy>
  readonly #sent: mongo.Collection<SentRecord>

  constructor(connection: Connection) {
    this.#copies = collectionOf(connection, schema)
    this.#sent = collectionOf(connection, sentSchema)
  }

  /** Applies an event, unless it or a later one was applied. */
  async apply({ _id, organization_id, sequence, ...facts }: QueueCopy): Promise<void> {
    await updateIfNewer(this.#copies, { _id, organization_id, sequence }, { $set: { sequence, ...facts } })
  }

  /** The first queue, by id, that takes bookings of a service type. */
  async taking(
    organizationId: string,
    serviceTypeId: string,
    session?: ClientSession,
  ): Promise<QueueCopy | null> {
    const wanted = { organization_id: organizationId, service_type_ids: serviceTypeId }
    return await this.#copies.findOne(wanted, { sort: { _id: 1 }, ...(session && { session }) })
  }

  /** The queue that takes bookings on its open join page. */
  async bySlug(slug: string): Promise<QueueCopy | null> {
    const wanted = { slug: { $eq: slug }, public_join: true, 'service_type_ids.0': { $exists: true } }
    return await this.#copies.findOne(wanted)
  }

  async isSent(organizationId: string, serviceTypeId: string): Promise<boolean> {
    return (await this.#sent.findOne({ _id: sentId(organizationId, serviceTypeId) })) !== null
  }

  async markSent(organizationId: string, serviceTypeId: string): Promise<void> {
    const _id = sentId(organizationId, serviceTypeId)
    await this.#sent.updateOne({ _id }, { $set: { organization_id: organizationId } }, { upsert: true })
  }
}

const sentId = (organizationId: string, serviceTypeId: string): string => `${organizationId}:${serviceTypeId}`
