import { collectionOf, organizationSchema, TenantStore } from '@usher/service-kit'
import type { ClientSession, Connection } from 'mongoose'
import { hashMailedToken } from '../mail/mailed-token.ts'
import type { Invitation } from './invitation.ts'

const schema = organizationSchema<Invitation>('invitations')
  .index({ sha256: 1 }, { unique: true })
  .index({ organization_id: 1, _id: 1 })
  .index({ expires_at: 1 }, { expireAfterSeconds: 0 })

/** Stores open invitations; accepted and withdrawn ones are deleted. */
export class InvitationStore extends TenantStore<Invitation> {
  constructor(connection: Connection) {
    super(collectionOf(connection, schema), 'invitation')
  }

  /** Takes the invitation of a token and uses it up; null if there is none. */
  async take(token: string, now: Date, session: ClientSession): Promise<Invitation | null> {
    return await this.collection.findOneAndDelete(
      { sha256: hashMailedToken(token), expires_at: { $gt: now } },
      { session },
    )
  }

  /** Returns the deleted invitation; null if there was none. */
  async delete(organizationId: string, id: string): Promise<Invitation | null> {
    return await this.collection.findOneAndDelete({ _id: id, organization_id: organizationId })
  }
}
