import { collectionOf, organizationSchema } from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'
import { hashMailedToken } from '../mail/mailed-token.ts'
import type { PasswordReset } from './password-reset.ts'

const schema = organizationSchema<PasswordReset>('password_resets')
  .index({ sha256: 1 }, { unique: true })
  .index({ member_id: 1 }, { unique: true })
  .index({ expires_at: 1 }, { expireAfterSeconds: 0 })

/** Stores open password resets, at most one per member; used ones are deleted. */
export class PasswordResetStore {
  readonly #tokens: mongo.Collection<PasswordReset>

  constructor(connection: Connection) {
    this.#tokens = collectionOf(connection, schema)
  }

  /** Stores a password reset and voids the previous one. */
  async put(token: PasswordReset, session: ClientSession): Promise<void> {
    await this.#tokens.deleteOne({ member_id: token.member_id }, { session })
    await this.#tokens.insertOne(token, { session })
  }

  /** Takes the password reset of a token and uses it up; null if there is none. */
  async take(token: string, now: Date, session: ClientSession): Promise<PasswordReset | null> {
    return await this.#tokens.findOneAndDelete(
      { sha256: hashMailedToken(token), expires_at: { $gt: now } },
      { session },
    )
  }

  async deleteOf(organizationId: string, memberId: string, session: ClientSession): Promise<void> {
    await this.#tokens.deleteOne({ member_id: memberId, organization_id: organizationId }, { session })
  }
}
