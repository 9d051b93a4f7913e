import { type CloudEvent, organizationCreated } from '@usher/contracts'
import { collectionOf, collectionSchema, updateIfNewer } from '@usher/service-kit'
import type { Connection, mongo } from 'mongoose'

/** The last events of a test organisation, which contain its settings. */
interface OrganizationRecord {
  readonly _id: string
  readonly sequence: number
  readonly created: CloudEvent | null
  readonly updated: CloudEvent | null
}

const schema = collectionSchema<OrganizationRecord>('organizations')

export class OrganizationStore {
  readonly #organizations: mongo.Collection<OrganizationRecord>

  constructor(connection: Connection) {
    this.#organizations = collectionOf(connection, schema)
  }

  async put(event: CloudEvent): Promise<void> {
    const { organizationid: _id, sequence } = event
    const field = event.type === organizationCreated.type ? 'created' : 'updated'
    const isNews = await updateIfNewer(
      this.#organizations,
      { _id, sequence },
      { $set: { sequence, [field]: event } },
    )
    // The first event counts even after a later one: only it has the plan.
    if (!isNews && field === 'created')
      await this.#organizations.updateOne({ _id }, { $set: { created: event } })
  }

  async find(id: string): Promise<OrganizationRecord | null> {
    return await this.#organizations.findOne({ _id: id })
  }

  async delete(id: string): Promise<void> {
    await this.#organizations.deleteOne({ _id: id })
  }
}
