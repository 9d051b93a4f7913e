import { collectionOf, organizationSchema, VersionedStore } from '@usher/service-kit'
import type { Connection } from 'mongoose'
import type { ProviderRecord } from './provider-record.ts'

const schema = organizationSchema<ProviderRecord>('message_providers')
  .index({ organization_id: 1, _id: 1 })
  .index({ callback_token: 1 }, { unique: true })

/** Configured providers. Clients' look-ups are limited to their organisation. */
export class ProviderStore extends VersionedStore<ProviderRecord> {
  constructor(connection: Connection) {
    super(collectionOf(connection, schema), 'message provider')
  }

  /** Enabled providers, in the order they are tried. */
  async enabledOf(organizationId: string): Promise<ProviderRecord[]> {
    return await this.collection
      .find({ organization_id: organizationId, enabled: true })
      .sort({ priority: 1, _id: 1 })
      .toArray()
  }

  /** The provider with this callback token, in any organisation: the token is its proof. */
  async findByToken(callback_token: string): Promise<ProviderRecord | null> {
    return await this.collection.findOne({ callback_token })
  }
}
