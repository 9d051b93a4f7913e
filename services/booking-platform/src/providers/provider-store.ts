import { collectionOf, collectionSchema, VersionedStore } from '@usher/service-kit'
import type { Connection } from 'mongoose'
import type { ProviderRecord } from './provider.ts'

const schema = collectionSchema<ProviderRecord>('providers').index({ organization_id: 1, _id: 1 })

type State = Pick<ProviderRecord, '_id' | 'version' | 'calendar_max_age_minutes'>

/** Providers, by organisation. */
export class ProviderStore extends VersionedStore<ProviderRecord> {
  constructor(connection: Connection) {
    super(collectionOf(connection, schema), 'provider')
  }

  /** Id and version of each provider, ordered by id: enough to tell whether its availability changed. */
  async states(organizationId: string, ids: readonly string[]) {
    const filter = { organization_id: organizationId, _id: { $in: [...ids] } }
    const projection = { version: 1, calendar_max_age_minutes: 1 }
    const found = this.collection.find(filter, { projection }).sort({ _id: 1 })
    return (await found.toArray()) as unknown as State[]
  }
}
