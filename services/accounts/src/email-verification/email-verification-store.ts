import { type ClientSession, type Connection, Schema } from 'mongoose'
import type { EmailVerification } from './email-verification.ts'

const schema = new Schema<EmailVerification>(
  { _id: String, organization_id: String, member_id: String, sha256: String, expires_at: Date },
  { collection: 'email_verifications', versionKey: false },
)
  .index({ sha256: 1 }, { unique: true })
  .index({ member_id: 1 }, { unique: true })
  .index({ expires_at: 1 }, { expireAfterSeconds: 0 })

export type EmailVerificationStore = ReturnType<typeof createEmailVerificationStore>

/** The open ways to verify an address, one a member at most; used ones are deleted. */
export function createEmailVerificationStore(connection: Connection) {
  const verifications = connection.model<EmailVerification>('EmailVerification', schema)
  return {
    /** Keeps one and makes the one before it void. */
    async put(verification: EmailVerification, session: ClientSession): Promise<void> {
      await verifications.deleteOne({ member_id: verification.member_id }, { session })
      await verifications.create([verification], { session })
    },
    /** The one of a token, which is used up by this; null where there is none (any more). */
    take: (sha256: string, now: Date, session: ClientSession) =>
      verifications
        .findOneAndDelete({ sha256, expires_at: { $gt: now } }, { session })
        .lean<EmailVerification>(),
    async deleteAllOf(organizationId: string, session: ClientSession): Promise<number> {
      return (await verifications.deleteMany({ organization_id: organizationId }, { session })).deletedCount
    },
    async deleteOf(organizationId: string, memberId: string, session: ClientSession): Promise<void> {
      await verifications.deleteOne({ member_id: memberId, organization_id: organizationId }, { session })
    },
  }
}
