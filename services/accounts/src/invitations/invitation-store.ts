import { collectionOf, organizationSchema } from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'
import { hashMailedToken } from '../mail/mailed-token.ts'
import type { Invitation } from './invitation.ts'

const schema = organizationSchema<Invitation>('invitations')
  .index({ sha256: 1 }, { unique: true })
  .index({ organization_id: 1, _id: 1 })
  .index({ expires_at: 1 }, { expireAfterSeconds: 0 })

interface Page {
  readonly afterId: string | undefined
  readonly limit: number
  readonly now: Date
}

/** Stores open invitations; accepted and withdrawn ones are deleted. */
export class InvitationStore {
  readonly #invitations: mongo.Collection<Invitation>

  constructor(connection: Connection) {
    this.#invitations = collectionOf(connection, schema)
  }

  async list(organizationId: string, { afterId, limit, now }: Page): Promise<Invitation[]> {
    return await this.#invitations
      .find({
        organization_id: organizationId,
        expires_at: { $gt: now },
        ...(afterId && { _id: { $gt: afterId } }),
      })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray()
  }

  async insert(invitation: Invitation, session: ClientSession): Promise<void> {
    await this.#invitations.insertOne(invitation, { session })
  }

  /** Takes the invitation of a token and uses it up; null if there is none. */
  async take(token: string, now: Date, session: ClientSession): Promise<Invitation | null> {
    return await this.#invitations.findOneAndDelete(
      { sha256: hashMailedToken(token), expires_at: { $gt: now } },
      { session },
    )
  }

  /** Returns the deleted invitation; null if there was none. */
  async delete(organizationId: string, id: string): Promise<Invitation | null> {
    return await this.#invitations.findOneAndDelete({ _id: id, organization_id: organizationId })
  }
}
