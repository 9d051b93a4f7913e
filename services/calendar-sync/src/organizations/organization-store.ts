import { isDuplicateKey, nativeCollection } from '@usher/service-kit'
import { type Connection, type mongo, Schema } from 'mongoose'

/** What an organisation is called: the service's own copy, as events told it. */
interface OrganizationCopy {
  readonly _id: string
  readonly name: string
  readonly sequence: number
}

const schema = new Schema<OrganizationCopy>(
  { _id: String, name: String, sequence: Number },
  { collection: 'organizations', versionKey: false },
)

export class OrganizationStore {
  readonly #organizations: mongo.Collection<OrganizationCopy>

  constructor(connection: Connection) {
    this.#organizations = nativeCollection(connection.model<OrganizationCopy>('Organization', schema))
  }

  async nameOf(id: string): Promise<string | null> {
    return (await this.#organizations.findOne({ _id: id }))?.name ?? null
  }

  /** Takes over the name, unless a later event is known. */
  async put({ _id, name, sequence }: OrganizationCopy): Promise<void> {
    const older = { _id, sequence: { $lt: sequence } }
    try {
      await this.#organizations.updateOne(older, { $set: { name, sequence } }, { upsert: true })
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
    }
  }

  async delete(id: string): Promise<void> {
    await this.#organizations.deleteOne({ _id: id })
  }
}
