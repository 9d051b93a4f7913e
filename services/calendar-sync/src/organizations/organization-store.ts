import { collectionOf, type EventCopy, organizationSchema, updateIfNewer } from '@usher/service-kit'
import type { Connection, mongo } from 'mongoose'

/** The service's own copy of an organisation's name, from events. */
interface OrganizationCopy extends EventCopy {
  readonly name: string
}

const schema = organizationSchema<OrganizationCopy>('organizations', '_id')

export class OrganizationStore {
  readonly #organizations: mongo.Collection<OrganizationCopy>

  constructor(connection: Connection) {
    this.#organizations = collectionOf(connection, schema)
  }

  async nameOf(id: string): Promise<string | null> {
    return (await this.#organizations.findOne({ _id: id }))?.name ?? null
  }

  /** Stores the name, unless a later event was applied. */
  async put({ _id, name, sequence }: OrganizationCopy): Promise<void> {
    await updateIfNewer(this.#organizations, { _id, sequence }, { $set: { name, sequence } })
  }
}
