import { collectionSchema, nativeCollection } from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'
import type { CodeRecord } from './code.ts'

const schema = collectionSchema<CodeRecord>('booking_codes')
  .index({ organization_id: 1 })
  .index({ contact: 1 })
  .index({ expires_at: 1 }, { expireAfterSeconds: 0 })

/** Codes of customers, until they are used or expire. */
export class CodeStore {
  readonly #codes: mongo.Collection<CodeRecord>

  constructor(connection: Connection) {
    this.#codes = nativeCollection(connection.model<CodeRecord>('BookingCode', schema))
  }

  async insert(record: CodeRecord, session: ClientSession): Promise<void> {
    await this.#codes.insertOne(record, { session })
  }

  /** A code that was neither used nor has expired. */
  async find(organization_id: string, id: string, now: Date): Promise<CodeRecord | null> {
    return await this.#codes.findOne({ _id: id, organization_id, expires_at: { $gt: now } })
  }

  /** Uses a code up; false if it was used. */
  async useUp({ _id }: CodeRecord, session: ClientSession): Promise<boolean> {
    return (await this.#codes.deleteOne({ _id }, { session })).deletedCount === 1
  }

  /** Deletes the codes of a contact, by its hash. */
  async deleteOf(contact: string): Promise<void> {
    await this.#codes.deleteMany({ contact })
  }

  async deleteAllOf(organizationId: string): Promise<void> {
    await this.#codes.deleteMany({ organization_id: organizationId })
  }
}
