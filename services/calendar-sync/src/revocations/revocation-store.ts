import { collectionOf, collectionSchema } from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'

/** Access at Google to be revoked. */
export interface RevocationRecord {
  /** Id of the connection it belonged to, or of the confirmation that never came. */
  readonly _id: string
  readonly organization_id: string
  /** The Google account: revoking also ends its access through other connections. */
  readonly subject: string
  /** Encrypted as those of the connection. */
  readonly tokens: string
  readonly attempts: number
  readonly due_at: Date
}

const schema = collectionSchema<RevocationRecord>('revocations').index({ due_at: 1 })

export class RevocationStore {
  readonly #revocations: mongo.Collection<RevocationRecord>

  constructor(connection: Connection) {
    this.#revocations = collectionOf(connection, schema)
  }

  async insert(record: RevocationRecord, session?: ClientSession): Promise<void> {
    await this.#revocations.insertOne(record, session && { session })
  }

  /** Claims one that is due; it becomes due again at the time given if this attempt dies. */
  async claim(now: Date, againAt: (attempts: number) => Date): Promise<RevocationRecord | null> {
    const due = await this.#revocations
      .find({ due_at: { $lte: now } })
      .sort({ due_at: 1 })
      .limit(1)
      .next()
    if (!due) return null
    const asItWas = { _id: due._id, attempts: due.attempts }
    const attempts = due.attempts + 1
    const update = { $set: { attempts, due_at: againAt(attempts) } }
    return await this.#revocations.findOneAndUpdate(asItWas, update, { returnDocument: 'after' })
  }

  /** When the next is due; undefined if there is none. */
  async nextDueAt(): Promise<Date | undefined> {
    const next = await this.#revocations.find().sort({ due_at: 1 }).limit(1).next()
    return next?.due_at
  }

  async delete(id: string, session?: ClientSession): Promise<void> {
    await this.#revocations.deleteOne({ _id: id }, session && { session })
  }
}
