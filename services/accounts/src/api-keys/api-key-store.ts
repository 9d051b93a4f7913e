import { type ClientSession, type Connection, type Model, Schema } from 'mongoose'
import type { ApiKey } from './api-key.ts'

const schema = new Schema<ApiKey>(
  {
    _id: String,
    organization_id: String,
    livemode: Boolean,
    name: String,
    scopes: [String],
    queue_ids: { type: [String], default: null },
    api_version: String,
    changes: Number,
    sha256: String,
    last4: String,
    created_by: String,
    replaced_by: String,
    created_at: Date,
    last_used_at: Date,
    revoked_at: Date,
    expires_at: Date,
  },
  { collection: 'api_keys', versionKey: false },
)
  .index({ sha256: 1 }, { unique: true })
  .index({ organization_id: 1, created_at: 1 })
  .index({ organization_id: 1, _id: 1 })

/** Stores API keys. */
export class ApiKeyStore {
  readonly #apiKeys: Model<ApiKey>

  constructor(connection: Connection) {
    this.#apiKeys = connection.model<ApiKey>('ApiKey', schema)
  }

  async find(id: string): Promise<ApiKey | null> {
    return await this.#apiKeys.findById(id).lean<ApiKey>()
  }

  async findBySha256(sha256: string): Promise<ApiKey | null> {
    return await this.#apiKeys.findOne({ sha256 }).lean<ApiKey>()
  }

  async listOf(organizationId: string): Promise<ApiKey[]> {
    return await this.#apiKeys
      .find({ organization_id: organizationId })
      .sort({ created_at: 1 })
      .lean<ApiKey[]>()
  }

  /** Names of an organisation's keys among the given ids, including revoked ones. */
  async named(organizationId: string, ids: readonly string[]): Promise<Pick<ApiKey, '_id' | 'name'>[]> {
    return await this.#apiKeys
      .find({ _id: { $in: ids }, organization_id: organizationId }, { name: 1 })
      .lean<Pick<ApiKey, '_id' | 'name'>[]>()
  }

  /** Counts keys that are not revoked. */
  async count(
    organizationId: string,
    options: { readonly session: ClientSession; readonly limit: number },
  ): Promise<number> {
    const open = { organization_id: organizationId, revoked_at: null }
    return await this.#apiKeys.countDocuments(open, options)
  }

  async insert(key: ApiKey, session: ClientSession): Promise<void> {
    await this.#apiKeys.create([key], { session })
  }

  async touch(id: string, now: Date): Promise<void> {
    await this.#apiKeys.updateOne({ _id: id }, { $set: { last_used_at: now } }, { writeConcern: { w: 1 } })
  }

  /** An organisation's keys that are not revoked, oldest first. */
  async list(
    organizationId: string,
    { afterId, limit }: { afterId: string | undefined; limit: number },
  ): Promise<ApiKey[]> {
    return await this.#apiKeys
      .find({
        organization_id: organizationId,
        revoked_at: null,
        ...(afterId && { _id: { $gt: afterId } }),
      })
      .sort({ _id: 1 })
      .limit(limit)
      .lean<ApiKey[]>()
  }

  async findOf(organizationId: string, id: string, session?: ClientSession): Promise<ApiKey | null> {
    return await this.#apiKeys
      .findOne({ _id: id, organization_id: organizationId, revoked_at: null }, null, {
        session: session ?? null,
      })
      .lean<ApiKey>()
  }

  /**
   * Marks a key as replaced, in the transaction that read it: of two concurrent rotations, one conflicts.
   */
  async replace(
    id: string,
    change: { replaced_by: string; expires_at: Date },
    session: ClientSession,
  ): Promise<void> {
    await this.#apiKeys.updateOne({ _id: id }, { $set: change }, { session })
  }

  /** Changes a key that is not revoked; returns it before and after, null if there is none. */
  async change(
    organizationId: string,
    id: string,
    changes: Pick<Partial<ApiKey>, 'name' | 'api_version'>,
    session: ClientSession,
  ): Promise<{ before: ApiKey; after: ApiKey } | null> {
    const before = await this.findOf(organizationId, id, session)
    if (!before) return null
    const after = { ...before, ...changes, changes: (before.changes ?? 0) + 1 }
    await this.#apiKeys.updateOne({ _id: id }, { $set: { ...changes, changes: after.changes } }, { session })
    return { before, after }
  }

  /** Returns the revoked key; null if it does not exist or was already revoked. */
  async markRevoked(
    key: { _id: string; organization_id?: string },
    now: Date,
    session: ClientSession,
  ): Promise<ApiKey | null> {
    return await this.#apiKeys
      .findOneAndUpdate(
        { ...key, revoked_at: null },
        { revoked_at: now },
        { session, returnDocument: 'after' },
      )
      .lean<ApiKey>()
  }

  /** Returns the number deleted. */
  async deleteAllOf(organizationId: string, session: ClientSession): Promise<number> {
    return (await this.#apiKeys.deleteMany({ organization_id: organizationId }, { session })).deletedCount
  }
}
