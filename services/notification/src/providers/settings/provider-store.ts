import { nativeCollection } from '@usher/service-kit'
import { type ClientSession, type Connection, type mongo, Schema } from 'mongoose'
import type { ProviderRecord } from './provider-record.ts'

const schema = new Schema<ProviderRecord>(
  {
    _id: String,
    organization_id: String,
    kind: String,
    name: String,
    enabled: Boolean,
    channels: [String],
    priority: Number,
    settings: Schema.Types.Mixed,
    credentials: Schema.Types.Mixed,
    last4: Schema.Types.Mixed,
    callback_token: String,
    version: Number,
    created_at: Date,
    updated_at: Date,
  },
  { collection: 'message_providers', versionKey: false },
)
  .index({ organization_id: 1, _id: 1 })
  .index({ callback_token: 1 }, { unique: true })

interface Page {
  readonly afterId: string | undefined
  readonly limit: number
}

/** Configured providers. Clients' look-ups are limited to their organisation. */
export class ProviderStore {
  readonly #providers: mongo.Collection<ProviderRecord>

  constructor(connection: Connection) {
    this.#providers = nativeCollection(connection.model<ProviderRecord>('MessageProvider', schema))
  }

  async insert(record: ProviderRecord, session: ClientSession): Promise<void> {
    await this.#providers.insertOne(record, { session })
  }

  async count(organizationId: string, session: ClientSession): Promise<number> {
    return await this.#providers.countDocuments({ organization_id: organizationId }, { session })
  }

  async find(organizationId: string, id: string): Promise<ProviderRecord | null> {
    return await this.#providers.findOne({ _id: id, organization_id: organizationId })
  }

  /** Enabled providers, in the order they are tried. */
  async enabledOf(organizationId: string): Promise<ProviderRecord[]> {
    return await this.#providers
      .find({ organization_id: organizationId, enabled: true })
      .sort({ priority: 1, _id: 1 })
      .toArray()
  }

  /** The provider with this callback token, in any organisation: the token is its proof. */
  async findByToken(callback_token: string): Promise<ProviderRecord | null> {
    return await this.#providers.findOne({ callback_token })
  }

  /** By id: oldest first. */
  async list(organizationId: string, { afterId, limit }: Page): Promise<ProviderRecord[]> {
    return await this.#providers
      .find({ organization_id: organizationId, ...(afterId && { _id: { $gt: afterId } }) })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray()
  }

  /** False if it is gone or was changed meanwhile. */
  async replace({ _id, organization_id, version }: ProviderRecord, after: ProviderRecord): Promise<boolean> {
    const { matchedCount } = await this.#providers.replaceOne({ _id, organization_id, version }, after)
    return matchedCount === 1
  }

  /** False if it is gone or was changed meanwhile. */
  async delete({ _id, organization_id, version }: ProviderRecord): Promise<boolean> {
    return (await this.#providers.deleteOne({ _id, organization_id, version })).deletedCount === 1
  }

  async deleteAllOf(organizationId: string): Promise<void> {
    await this.#providers.deleteMany({ organization_id: organizationId })
  }
}
