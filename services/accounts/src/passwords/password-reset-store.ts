import { type ClientSession, type Connection, Schema } from 'mongoose'
import type { PasswordReset } from './password-reset.ts'

const schema = new Schema<PasswordReset>(
  { _id: String, organization_id: String, member_id: String, sha256: String, expires_at: Date },
  { collection: 'password_resets', versionKey: false },
)
  .index({ sha256: 1 }, { unique: true })
  .index({ member_id: 1 }, { unique: true })
  .index({ expires_at: 1 }, { expireAfterSeconds: 0 })

export type PasswordResetStore = ReturnType<typeof createPasswordResetStore>

/** The open ways to set a new password, one a member at most; used ones are deleted. */
export function createPasswordResetStore(connection: Connection) {
  const resets = connection.model<PasswordReset>('PasswordReset', schema)
  return {
    /** Keeps one and makes the one before it void. */
    async put(reset: PasswordReset, session: ClientSession): Promise<void> {
      await resets.deleteOne({ member_id: reset.member_id }, { session })
      await resets.create([reset], { session })
    },
    /** The one of a token, which is used up by this; null where there is none (any more). */
    take: (sha256: string, now: Date, session: ClientSession) =>
      resets.findOneAndDelete({ sha256, expires_at: { $gt: now } }, { session }).lean<PasswordReset>(),
    async deleteAllOf(organizationId: string, session: ClientSession): Promise<number> {
      return (await resets.deleteMany({ organization_id: organizationId }, { session })).deletedCount
    },
    async deleteOf(organizationId: string, memberId: string, session: ClientSession): Promise<void> {
      await resets.deleteOne({ member_id: memberId, organization_id: organizationId }, { session })
    },
  }
}
