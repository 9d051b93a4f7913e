import type { Connection, mongo } from 'mongoose'

/** A collection as a backup describes it. */
export interface CollectionInfo {
  readonly name: string
  readonly options: Record<string, unknown>
}

/** Documents written to the database per batch. */
const BATCH = 500

/** All collections of a database, whatever they hold: to be backed up and restored. */
export class BackupStore {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** The service's own collections, by name. */
  async collections(): Promise<CollectionInfo[]> {
    const found = await this.#connection.listCollections()
    return found
      .filter(({ name, type }) => type !== 'view' && !name.startsWith('system.'))
      .map((info) => ({
        name: info.name,
        options: ('options' in info ? info.options : {}) as Record<string, unknown>,
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  async indexes(name: string) {
    return await this.#connection.collection(name).indexes()
  }

  /** Documents as BSON, as of the session's moment. */
  async *documents(name: string, session: mongo.ClientSession): AsyncGenerator<Buffer> {
    const found = this.#connection.collection(name).find({}, { session, raw: true })
    for await (const document of found) yield document as unknown as Buffer
  }

  async isEmpty(name: string): Promise<boolean> {
    return (await this.#connection.collection(name).findOne()) === null
  }

  async create({ name, options }: CollectionInfo): Promise<void> {
    const exists = (await this.collections()).some((one) => one.name === name)
    if (!exists) await this.#connection.createCollection(name, options)
  }

  /** @returns how many were written */
  async insert(name: string, documents: AsyncIterable<mongo.Document>): Promise<number> {
    const collection = this.#connection.collection(name)
    let written = 0
    let batch: mongo.Document[] = []
    const write = async () => {
      if (batch.length > 0) await collection.insertMany(batch)
      written += batch.length
      batch = []
    }
    for await (const document of documents) {
      batch.push(document)
      if (batch.length >= BATCH) await write()
    }
    await write()
    return written
  }

  async createIndexes(name: string, indexes: readonly mongo.IndexDescription[]): Promise<void> {
    if (indexes.length > 0) await this.#connection.collection(name).createIndexes([...indexes])
  }
}
