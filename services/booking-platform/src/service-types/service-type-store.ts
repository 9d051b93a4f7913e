import { collectionOf, collectionSchema } from '@usher/service-kit'
import type { ClientSession, Connection } from 'mongoose'
import { OfferedStore } from '../catalog-items/offered-store.ts'
import type { ServiceTypeRecord } from './service-type.ts'

const schema = collectionSchema<ServiceTypeRecord>('service_types')
  .index({ organization_id: 1, _id: 1 })
  .index({ organization_id: 1, provider_ids: 1 })

/** Service types, by organisation. */
export class ServiceTypeStore extends OfferedStore<ServiceTypeRecord> {
  constructor(connection: Connection) {
    super(collectionOf(connection, schema), 'service type')
  }

  /** Ids of service types, by the provider with whom they can be booked. */
  async idsOfProviders(
    organizationId: string,
    providerIds: readonly string[],
  ): Promise<Map<string, string[]>> {
    const filter = { provider_ids: { $in: [...providerIds] }, archived_at: null }
    const found = await this.list(organizationId, { afterId: undefined, limit: 0 }, filter)
    return new Map(
      providerIds.map((id) => [
        id,
        found.filter(({ provider_ids }) => provider_ids.includes(id)).map(({ _id }) => _id),
      ]),
    )
  }

  /** Removes a deleted provider from all service types. */
  async forgetProvider(organizationId: string, providerId: string, session: ClientSession): Promise<void> {
    await this.collection.updateMany(
      { organization_id: organizationId, provider_ids: providerId } as object,
      { $pull: { provider_ids: providerId }, $inc: { version: 1 } } as object,
      { session },
    )
  }
}
