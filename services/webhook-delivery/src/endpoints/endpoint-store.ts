import { nativeCollection } from '@usher/service-kit'
import { type ClientSession, type Connection, type mongo, Schema } from 'mongoose'
import type { EndpointChanges, EndpointRecord } from './endpoint.ts'
import type { Disabling } from './endpoint-events.ts'

/** Of endpoints whose last attempts failed. */
const IS_FAILING = { failing_since: { $type: 'date' } } as const

const schema = new Schema<EndpointRecord>(
  {
    _id: String,
    organization_id: String,
    url: String,
    event_types: { type: [String], default: null },
    queue_ids: { type: [String], default: null },
    metadata: Schema.Types.Mixed,
    headers: String,
    header_names: { type: [String], default: [] },
    description: String,
    enabled: Boolean,
    rate_limit_per_second: Number,
    ordering: String,
    disabled_reason: String,
    disabled_at: Date,
    missed_since: Date,
    warned_at: Date,
    event_count: Number,
    secret: String,
    former_secret: String,
    former_secret_expires_at: Date,
    failing_since: Date,
    version: Number,
    created_at: Date,
    updated_at: Date,
  },
  { collection: 'endpoints', versionKey: false },
)
  .index({ organization_id: 1, _id: 1 })
  .index({ failing_since: 1 }, { partialFilterExpression: IS_FAILING })

/** Milliseconds after an endpoint was disabled in which its deliveries are kept; nobody comes back later. */
const KEPT_MISSED_MS = 30 * 24 * 3600 * 1000

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

  async count(organizationId: string, session: ClientSession): Promise<number> {
    return await this.#endpoints.countDocuments({ organization_id: organizationId }, { session })
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

  /**
   * Endpoints of several organisations that take deliveries, or that the service disabled not long ago: for
   * those they are kept.
   */
  async findTaking(organizationIds: readonly string[], now: Date): Promise<EndpointRecord[]> {
    const notBefore = new Date(now.getTime() - KEPT_MISSED_MS)
    const filter = {
      organization_id: { $in: [...organizationIds] },
      $or: [{ enabled: true }, { disabled_at: { $gt: notBefore } }],
    }
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
    await this.#endpoints.updateOne({ _id, url }, { $set: { failing_since: null, warned_at: null } })
  }

  /** Notes that its owners are warned; null where they were, or it was changed or has worked meanwhile. */
  async warn(
    { _id, url, failing_since }: EndpointRecord,
    now: Date,
    session: ClientSession,
  ): Promise<EndpointRecord | null> {
    return await this.#endpoints.findOneAndUpdate(
      { _id, url, failing_since, enabled: true, warned_at: null },
      { $set: { warned_at: now }, $inc: { event_count: 1 } },
      { session, returnDocument: 'after' },
    )
  }

  /** Disables an endpoint on the service's own account; null where it was changed or has worked meanwhile. */
  async disable(
    { _id, url, failing_since }: EndpointRecord,
    { reason, now, missedSince }: Disabling,
    session?: ClientSession,
  ): Promise<EndpointRecord | null> {
    const disabled = { enabled: false, disabled_reason: reason, disabled_at: now, missed_since: missedSince }
    return await this.#endpoints.findOneAndUpdate(
      { _id, url, enabled: true, ...(reason === 'failing' && { failing_since }) },
      { $set: { ...disabled, updated_at: now }, $inc: { version: 1, event_count: 1 } },
      { ...(session && { session }), returnDocument: 'after' },
    )
  }

  /** Enabled endpoints that fail, of all organisations. */
  async countFailing(): Promise<number> {
    return await this.#endpoints.countDocuments({ ...IS_FAILING, enabled: true })
  }

  /** Since when the enabled endpoint fails that has failed for longest; null: none does. */
  async longestFailing(): Promise<Date | null> {
    const longest = { sort: { failing_since: 1 } } as const
    return (await this.#endpoints.findOne({ ...IS_FAILING, enabled: true }, longest))?.failing_since ?? null
  }
}
