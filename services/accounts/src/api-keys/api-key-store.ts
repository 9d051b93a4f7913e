import { type ClientSession, type Connection, Schema } from 'mongoose'
import type { ApiKey } from './api-key.ts'

const schema = new Schema<ApiKey>(
  {
    _id: String,
    organization_id: String,
    name: String,
    scopes: [String],
    sha256: String,
    last4: String,
    created_at: Date,
    last_used_at: Date,
    revoked_at: Date,
    expires_at: Date,
  },
  { collection: 'api_keys', versionKey: false },
)
  .index({ sha256: 1 }, { unique: true })
  .index({ organization_id: 1, created_at: 1 })

export type ApiKeyStore = ReturnType<typeof createApiKeyStore>

/** The API keys in the database. */
export function createApiKeyStore(connection: Connection) {
  const apiKeys = connection.model<ApiKey>('ApiKey', schema)
  return {
    find: (id: string) => apiKeys.findById(id).lean<ApiKey>(),
    findBySha256: (sha256: string) => apiKeys.findOne({ sha256 }).lean<ApiKey>(),
    listOf: (organizationId: string) =>
      apiKeys.find({ organization_id: organizationId }).sort({ created_at: 1 }).lean<ApiKey[]>(),
    async insert(key: ApiKey, session?: ClientSession): Promise<void> {
      await apiKeys.create([key], { session: session ?? null })
    },
    async touch(id: string, now: Date): Promise<void> {
      await apiKeys.updateOne({ _id: id }, { $set: { last_used_at: now } }, { writeConcern: { w: 1 } })
    },
    /** The key as revoked by this call; null when it was revoked already or does not exist. */
    markRevoked: (id: string, now: Date, session: ClientSession) =>
      apiKeys
        .findOneAndUpdate(
          { _id: id, revoked_at: null },
          { $set: { revoked_at: now } },
          { session, returnDocument: 'after' },
        )
        .lean<ApiKey>(),
  }
}
