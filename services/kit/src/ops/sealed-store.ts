import type { Connection, mongo } from 'mongoose'

export type Sealed = mongo.Document & { readonly _id: unknown }

/** Documents of any collection with encrypted texts. */
export class SealedStore {
  readonly #documents: mongo.Collection<Sealed>

  constructor(connection: Connection, collection: string) {
    this.#documents = connection.collection<Sealed>(collection)
  }

  /** Documents that have a field of a BSON type, with that field alone. */
  withField(name: string, type: 'object' | 'string'): AsyncIterable<Sealed> {
    const projection = { [name]: 1, organization_id: 1 }
    return this.#documents.find({ [name]: { $type: type } }, { projection })
  }

  /** @returns false if the text at this path is no longer what was read */
  async replace(_id: unknown, path: string, before: string, after: string): Promise<boolean> {
    const asItWas = { _id, [path]: before } as mongo.Filter<Sealed>
    const update = { $set: { [path]: after } } as mongo.UpdateFilter<Sealed>
    return (await this.#documents.updateOne(asItWas, update)).modifiedCount === 1
  }
}
