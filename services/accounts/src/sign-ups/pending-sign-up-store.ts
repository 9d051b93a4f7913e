import { type ClientSession, type Connection, type Model, Schema } from 'mongoose'
import { hashMailedToken } from '../mail/mailed-token.ts'
import type { PendingSignUp } from './pending-sign-up.ts'

const schema = new Schema<PendingSignUp>(
  { _id: String, organization: Object, member: Object, sha256: String, expires_at: Date },
  { collection: 'pending_sign_ups', versionKey: false },
)
  .index({ sha256: 1 }, { unique: true })
  .index({ 'member.email': 1 })
  .index({ expires_at: 1 }, { expireAfterSeconds: 0 })

/** Stores unconfirmed sign-ups. */
export class PendingSignUpStore {
  readonly #signUps: Model<PendingSignUp>

  constructor(connection: Connection) {
    this.#signUps = connection.model<PendingSignUp>('PendingSignUp', schema)
  }

  async insert(signUp: PendingSignUp, session: ClientSession): Promise<void> {
    await this.#signUps.create([signUp], { session })
  }

  async findByToken(token: string, now: Date): Promise<PendingSignUp | null> {
    return await this.#signUps
      .findOne({ sha256: hashMailedToken(token), expires_at: { $gt: now } })
      .lean<PendingSignUp>()
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
