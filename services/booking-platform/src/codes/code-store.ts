import { nativeCollection } from '@usher/service-kit'
import { type ClientSession, type Connection, type mongo, Schema } from 'mongoose'
import { type CodeRecord, MAX_ATTEMPTS } from './code.ts'

const schema = new Schema<CodeRecord>(
  { _id: String, organization_id: String, purge_at: Date },
  { collection: 'booking_codes', versionKey: false, strict: false },
)
  .index({ organization_id: 1 })
  .index({ purge_at: 1 }, { expireAfterSeconds: 0 })

/** Codes of customers: one of each contact. */
export class CodeStore {
  readonly #codes: mongo.Collection<CodeRecord>

  constructor(connection: Connection) {
    this.#codes = nativeCollection(connection.model<CodeRecord>('BookingCode', schema))
  }

  async find(id: string, session: ClientSession): Promise<CodeRecord | null> {
    return await this.#codes.findOne({ _id: id }, { session })
  }

  async put(record: CodeRecord, session: ClientSession): Promise<void> {
    await this.#codes.replaceOne({ _id: record._id }, record, { session, upsert: true })
  }

  /** Counts a guess before it is looked at, so that guesses at once count each; null if none is left. */
  async attempt(id: string, now: Date): Promise<CodeRecord | null> {
    const open = {
      _id: id,
      hash: { $ne: null },
      expires_at: { $gt: now },
      attempts: { $lt: MAX_ATTEMPTS },
    }
    return await this.#codes.findOneAndUpdate(open, { $inc: { attempts: 1 } }, { returnDocument: 'after' })
  }

  /** Takes back a guess that was right. */
  async giveBack({ _id, code_id }: CodeRecord): Promise<void> {
    await this.#codes.updateOne({ _id, code_id }, { $inc: { attempts: -1 } })
  }

  /** Uses a code up; false if it was used, or another was sent. */
  async useUp({ _id, code_id }: CodeRecord, session: ClientSession): Promise<boolean> {
    const used = await this.#codes.updateOne(
      { _id, code_id, hash: { $ne: null } },
      { $set: { hash: null } },
      { session },
    )
    return used.modifiedCount === 1
  }

  async delete(id: string): Promise<void> {
    await this.#codes.deleteOne({ _id: id })
  }

  async deleteAllOf(organizationId: string): Promise<void> {
    await this.#codes.deleteMany({ organization_id: organizationId })
  }
}
