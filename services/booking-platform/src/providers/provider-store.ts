import { type Connection, Schema } from 'mongoose'
import { VersionedStore } from '../versioned-store.ts'
import type { ProviderRecord } from './provider.ts'

const schema = new Schema<ProviderRecord>(
  { _id: String, organization_id: String },
  { collection: 'providers', versionKey: false, strict: false },
).index({ organization_id: 1, _id: 1 })

/** The providers of organisations. */
export class ProviderStore extends VersionedStore<ProviderRecord> {
  constructor(connection: Connection) {
    super(connection.model<ProviderRecord>('Provider', schema), 'provider')
  }
}
