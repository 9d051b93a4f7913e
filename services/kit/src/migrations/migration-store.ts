import type { ClientSession, Connection, mongo } from 'mongoose'

/** Progress of a migration on a database. */
export interface MigrationRecord {
  readonly _id: string
  readonly started_at: Date
  /** What the last part returned. */
  readonly after?: string
  readonly parts: number
  readonly completed_at?: Date
}

/** A database's record of the migrations run on it. */
export class MigrationStore {
  readonly #records: mongo.Collection<MigrationRecord>

  constructor(connection: Connection) {
    this.#records = connection.collection<MigrationRecord>('migrations')
  }

  async all(): Promise<Map<string, MigrationRecord>> {
    const records = await this.#records.find().toArray()
    return new Map(records.map((record) => [record._id, record]))
  }

  async begin(id: string, now: Date): Promise<void> {
    const fresh = { $setOnInsert: { started_at: now, parts: 0 } }
    await this.#records.updateOne({ _id: id }, fresh, { upsert: true })
  }

  /** Two replicas running a migration at once conflict here, and one of them repeats its part. */
  async claim(id: string, session: ClientSession): Promise<MigrationRecord | undefined> {
    const next = { _id: id, completed_at: { $exists: false } }
    const claimed = await this.#records.findOneAndUpdate(next, { $inc: { parts: 1 } }, { session })
    return claimed ?? undefined
  }

  async advance(id: string, after: string | undefined, now: Date, session: ClientSession): Promise<void> {
    const state = after === undefined ? { completed_at: now } : { after }
    await this.#records.updateOne({ _id: id }, { $set: state }, { session })
  }
}
