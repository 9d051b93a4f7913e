import { collectionOf, type EventCopy, organizationSchema, updateIfNewer } from '@usher/service-kit'
import type { Connection, mongo } from 'mongoose'

/** The service's own copy of a provider, from events. */
export interface ProviderCopy extends EventCopy {
  readonly organization_id: string
  readonly name: string
  /** Deleted or archived: it can no longer be connected. */
  readonly is_gone: boolean
}

const schema = organizationSchema<ProviderCopy>('providers').index({ organization_id: 1 })

export class ProviderStore {
  readonly #providers: mongo.Collection<ProviderCopy>

  constructor(connection: Connection) {
    this.#providers = collectionOf(connection, schema)
  }

  async find(organizationId: string, id: string): Promise<ProviderCopy | null> {
    return await this.#providers.findOne({ _id: id, organization_id: organizationId, is_gone: false })
  }

  async nameOf(organizationId: string, id: string): Promise<string> {
    return (await this.#providers.findOne({ _id: id, organization_id: organizationId }))?.name ?? ''
  }

  /** Applies an event, unless a later one was applied. */
  async put({ _id, organization_id, sequence, ...facts }: ProviderCopy): Promise<void> {
    const update = { $set: { ...facts, sequence } }
    await updateIfNewer(this.#providers, { _id, organization_id, sequence }, update)
  }
}
