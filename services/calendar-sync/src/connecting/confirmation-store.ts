import { collectionOf, organizationSchema } from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'
import type { Account } from '../google/account.ts'

/** A consent that its person must still confirm for this organisation, as stored. */
export interface ConfirmationRecord {
  /** SHA-256 of the form's token. */
  readonly _id: string
  readonly organization_id: string
  readonly provider_id: string
  readonly actor: string
  readonly account: Account
  readonly primary_calendar_id: string
  /** Encrypted like those of a connection. */
  readonly tokens: string
  readonly access_expires_at: Date
  readonly return_to: string | null
  readonly expires_at: Date
}

const schema = organizationSchema<ConfirmationRecord>('auth_confirmations')
  .index({ expires_at: 1 }, { expireAfterSeconds: 0 })
  .index({ organization_id: 1 })

export class ConfirmationStore {
  readonly #confirmations: mongo.Collection<ConfirmationRecord>

  constructor(connection: Connection) {
    this.#confirmations = collectionOf(connection, schema)
  }

  async insert(record: ConfirmationRecord, session: ClientSession): Promise<void> {
    await this.#confirmations.insertOne(record, { session })
  }

  /** Removes and returns it, so that it is used once. */
  async take(id: string, now: Date, session: ClientSession): Promise<ConfirmationRecord | null> {
    const valid = { _id: id, expires_at: { $gt: now } }
    return await this.#confirmations.findOneAndDelete(valid, { session })
  }
}
