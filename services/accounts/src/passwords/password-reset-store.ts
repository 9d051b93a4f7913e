import { type ClientSession, type Connection, Schema } from 'mongoose'
import { hashMailedToken, type MailedToken } from './mailed-token.ts'

export type MailedTokenStore = ReturnType<typeof createMailedTokenStore>

/**
 * The open tokens of one kind of mail, one a member at most; used ones are deleted.
 *
 * @param name of the model, such as `PasswordReset`
 */
export function createMailedTokenStore(connection: Connection, name: string, collection: string) {
  const schema = new Schema<MailedToken>(
    { _id: String, organization_id: String, member_id: String, sha256: String, expires_at: Date },
    { collection, versionKey: false },
  )
    .index({ sha256: 1 }, { unique: true })
    .index({ member_id: 1 }, { unique: true })
    .index({ expires_at: 1 }, { expireAfterSeconds: 0 })
  const tokens = connection.model<MailedToken>(name, schema)
  return {
    /** Keeps one and makes the one before it void. */
    async put(token: MailedToken, session: ClientSession): Promise<void> {
      await tokens.deleteOne({ member_id: token.member_id }, { session })
      await tokens.create([token], { session })
    },
    /** What is kept of a token, which is used up by this; null where there is nothing (any more). */
    take: (token: string, now: Date, session: ClientSession) =>
      tokens
        .findOneAndDelete({ sha256: hashMailedToken(token), expires_at: { $gt: now } }, { session })
        .lean<MailedToken>(),
    async deleteAllOf(organizationId: string, session: ClientSession): Promise<number> {
      return (await tokens.deleteMany({ organization_id: organizationId }, { session })).deletedCount
    },
    async deleteOf(organizationId: string, memberId: string, session: ClientSession): Promise<void> {
      await tokens.deleteOne({ member_id: memberId, organization_id: organizationId }, { session })
    },
  }
}
