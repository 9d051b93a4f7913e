import { type ClientSession, type Connection, Schema } from 'mongoose'
import { hashMailedToken } from '../mail/mailed-token.ts'
import type { Invitation } from './invitation.ts'

const schema = new Schema<Invitation>(
  {
    _id: String,
    organization_id: String,
    email: String,
    role: String,
    sha256: String,
    created_by: String,
    created_at: Date,
    expires_at: Date,
  },
  { collection: 'invitations', versionKey: false },
)
  .index({ sha256: 1 }, { unique: true })
  .index({ organization_id: 1, _id: 1 })
  .index({ expires_at: 1 }, { expireAfterSeconds: 0 })

export type InvitationStore = ReturnType<typeof createInvitationStore>

interface Page {
  readonly afterId: string | undefined
  readonly limit: number
  readonly now: Date
}

/** Stores open invitations; accepted and withdrawn ones are deleted. */
export function createInvitationStore(connection: Connection) {
  const invitations = connection.model<Invitation>('Invitation', schema)
  return {
    list: (organizationId: string, { afterId, limit, now }: Page) =>
      invitations
        .find({
          organization_id: organizationId,
          expires_at: { $gt: now },
          ...(afterId && { _id: { $gt: afterId } }),
        })
        .sort({ _id: 1 })
        .limit(limit)
        .lean<Invitation[]>(),
    async insert(invitation: Invitation, session: ClientSession): Promise<void> {
      await invitations.create([invitation], { session })
    },
    /** Takes the invitation of a token and uses it up; null if there is none. */
    take: (token: string, now: Date, session: ClientSession) =>
      invitations
        .findOneAndDelete({ sha256: hashMailedToken(token), expires_at: { $gt: now } }, { session })
        .lean<Invitation>(),
    /** Returns the deleted invitation; null if there was none. */
    delete: (organizationId: string, id: string) =>
      invitations.findOneAndDelete({ _id: id, organization_id: organizationId }).lean<Invitation>(),
    /** Returns the number deleted. */
    async deleteAllOf(organizationId: string, session: ClientSession): Promise<number> {
      return (await invitations.deleteMany({ organization_id: organizationId }, { session })).deletedCount
    },
  }
}
