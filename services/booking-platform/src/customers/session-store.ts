import { hash, randomBytes } from 'node:crypto'
import type { ContactField } from '@usher/contracts'
import {
  collectionOf,
  organizationSchema,
  type PersonalData,
  PersonalDataStore,
  subjectContact,
} from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'

/** A customer who proved that a contact is theirs, for a while. */
export interface CustomerSessionRecord {
  /** SHA-256 of the token. */
  readonly _id: string
  readonly organization_id: string
  readonly field: ContactField
  readonly value: string
  readonly expires_at: Date
}

const TOKEN_BYTES = 32

const schema = organizationSchema<CustomerSessionRecord>('customer_sessions')
  .index({ organization_id: 1, value: 1 })
  .index({ expires_at: 1 }, { expireAfterSeconds: 0 })

const idOf = (token: string): string => hash('sha256', token, 'base64url')

/** Sessions of customers, by token. */
export class CustomerSessionStore {
  readonly #sessions: mongo.Collection<CustomerSessionRecord>

  constructor(connection: Connection) {
    this.#sessions = collectionOf(connection, schema)
  }

  /** Starts a session; returns its token, which is not stored. */
  async start(given: Omit<CustomerSessionRecord, '_id'>, session: ClientSession): Promise<string> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    await this.#sessions.insertOne({ _id: idOf(token), ...given }, { session })
    return token
  }

  async find(token: string, now: Date): Promise<CustomerSessionRecord | null> {
    return await this.#sessions.findOne({ _id: idOf(token), expires_at: { $gt: now } })
  }

  /** Sessions are credentials: deleted with the customer, and neither exported nor counted. */
  personalData(): PersonalData {
    return new PersonalDataStore(this.#sessions, {
      ofPerson: ({ subject }) => subjectContact(subject),
      erased: { how: 'delete', counts: () => false },
    })
  }
}
