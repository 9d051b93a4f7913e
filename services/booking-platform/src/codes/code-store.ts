import {
  collectionOf,
  organizationSchema,
  type PersonalData,
  PersonalDataStore,
  subjectContact,
} from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'
import type { CodeHashes, CodeRecord } from './code.ts'

const schema = organizationSchema<CodeRecord>('booking_codes')
  .index({ organization_id: 1 })
  .index({ contact: 1 })
  .index({ expires_at: 1 }, { expireAfterSeconds: 0 })

/** Codes of customers, until they are used or expire. */
export class CodeStore {
  readonly #codes: mongo.Collection<CodeRecord>

  constructor(connection: Connection) {
    this.#codes = collectionOf(connection, schema)
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

  /** Codes are credentials: deleted with the customer, and neither exported nor counted. */
  personalData(hashes: CodeHashes): PersonalData {
    return new PersonalDataStore(this.#codes, {
      ofPerson: ({ organizationId, subject }) => {
        const contact = subjectContact(subject)
        return contact && { contact: hashes.contact(organizationId, contact) }
      },
      erased: { how: 'delete', counts: () => false },
    })
  }
}
