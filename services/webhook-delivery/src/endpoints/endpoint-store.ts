import { nativeCollection } from '@usher/service-kit'
import { type ClientSession, type Connection, type mongo, Schema } from 'mongoose'
import type { DisabledReason, EndpointChanges, EndpointRecord } from './endpoint.ts'

const schema = new Schema<EndpointRecord>(
  {
    _id: String,
    organization_id: String,
    url: String,
    event_types: { type: [String], default: null },
    description: String,
    enabled: Boolean,
    rate_limit_per_second: Number,
    ordering: String,
    disabled_reason: String,
    secret: String,
    former_secret: String,
    former_secret_expires_at: Date,
    failing_since: Date,
    version: Number,
    created_at: Date,
    updated_at: Date,
  },
  { collection: 'endpoints', versionKey: false },
).index({ organization_id: 1, _id: 1 })

/** The transaction that an operation takes part in, if any. */
export interface Within {
  readonly session?: ClientSession
}

interface Page {
  readonly afterId: string | undefined
  readonly limit: number
}

/** The webhook endpoints of all organisations. What a client asks for is looked up within its own. */
export class EndpointStore {
  readonly #endpoints: mongo.Collection<EndpointRecord>

  constructor(connection: Connection) {
    this.#endpoints = nativeCollection(connection.model<EndpointRecord>('Endpoint', schema))
  }

  async insert(record: EndpointRecord, within: Within = {}): Promise<void> {
    await this.#endpoints.insertOne(record, within)
  }

  async find(organizationId: string, id: string, within: Within = {}): Promise<EndpointRecord | null> {
    return await this.#endpoints.findOne({ _id: id, organization_id: organizationId }, within)
  }

  /** Oldest first. */
  async list(organizationId: string, { afterId, limit }: Page): Promise<EndpointRecord[]> {
    return await this.#endpoints
      .find({ organization_id: organizationId, ...(afterId && { _id: { $gt: afterId } }) })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray()
  }

  /** Gives the endpoint as changed; null when it is gone or no longer has the version. */
  async update(
    current: EndpointRecord,
    changes: EndpointChanges,
    within: Within = {},
  ): Promise<EndpointRecord | null> {
    const { _id, organization_id, version } = current
    return await this.#endpoints.findOneAndUpdate(
      { _id, organization_id, version },
      { $set: changes, $inc: { version: 1 } },
      { ...within, returnDocument: 'after' },
    )
  }

  /** False when it is gone or no longer has the version. */
  async delete({ _id, organization_id, version }: EndpointRecord): Promise<boolean> {
    const { deletedCount } = await this.#endpoints.deleteOne({ _id, organization_id, version })
    return deletedCount === 1
  }

  /** Gives the number of endpoints deleted. */
  async deleteAllOf(organizationId: string): Promise<number> {
    return (await this.#endpoints.deleteMany({ organization_id: organizationId })).deletedCount
  }

  /** Endpoints of several organisations that take deliveries. */
  async findEnabled(organizationIds: readonly string[]): Promise<EndpointRecord[]> {
    const filter = { organization_id: { $in: [...organizationIds] }, enabled: true }
    return await this.#endpoints.find(filter).toArray()
  }

  async findByIds(ids: readonly string[]): Promise<EndpointRecord[]> {
    return await this.#endpoints.find({ _id: { $in: [...ids] } }).toArray()
  }

  /** Remembers the first failure since the last success, unless the endpoint has another address by now. */
  async noteFailure({ _id, url }: EndpointRecord, at: Date): Promise<void> {
    await this.#endpoints.updateOne({ _id, url, failing_since: null }, { $set: { failing_since: at } })
  }

  async noteSuccess({ _id, url }: EndpointRecord): Promise<void> {
    await this.#endpoints.updateOne({ _id, url }, { $set: { failing_since: null } })
  }

  /** Disables an endpoint on the service's own account, unless it was changed or has worked meanwhile. */
  async disable(endpoint: EndpointRecord, reason: DisabledReason, now: Date): Promise<boolean> {
    const { _id, url, failing_since } = endpoint
    const { modifiedCount } = await this.#endpoints.updateOne(
      { _id, url, enabled: true, ...(reason === 'failing' && { failing_since }) },
      { $set: { enabled: false, disabled_reason: reason, updated_at: now }, $inc: { version: 1 } },
    )
    return modifiedCount === 1
  }
}
