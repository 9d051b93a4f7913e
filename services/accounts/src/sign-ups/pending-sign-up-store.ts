import { collectionOf, collectionSchema } from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'
import { hashMailedToken } from '../mail/mailed-token.ts'
import type { PendingSignUp } from './pending-sign-up.ts'

const schema = collectionSchema<PendingSignUp>('pending_sign_ups')
  .index({ sha256: 1 }, { unique: true })
  .index({ 'member.email': 1 })
  .index({ expires_at: 1 }, { expireAfterSeconds: 0 })

/** Stores unconfirmed sign-ups. */
export class PendingSignUpStore {
  readonly #signUps: mongo.Collection<PendingSignUp>

  constructor(connection: Connection) {
    this.#signUps = collectionOf(connection, schema)
  }

  async insert(signUp: PendingSignUp, session: ClientSession): Promise<void> {
    await this.#signUps.insertOne(signUp, { session })
  }

  async findByToken(token: string, now: Date): Promise<PendingSignUp | null> {
    return await this.#signUps.findOne({ sha256: hashMailedToken(token), expires_at: { $gt: now } })
  }

  /** Deletes a used sign-up; false if it was already deleted. */
  async delete(id: string, session: ClientSession): Promise<boolean> {
    return (await this.#signUps.deleteOne({ _id: id }, { session })).deletedCount === 1
  }

  /** Deletes the sign-ups of an address that has an account now. */
  async deleteAllOf(email: string, session: ClientSession): Promise<void> {
    await this.#signUps.deleteMany({ 'member.email': email }, { session })
  }
}
