import { collectionOf, organizationSchema } from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'
import type { Session } from './session.ts'

const schema = organizationSchema<Session>('sessions')
  .index({ sha256: 1 }, { unique: true })
  .index({ member_id: 1, _id: -1 })
  .index({ expires_at: 1 }, { expireAfterSeconds: 0 })

/** The owner of sessions. */
interface Owner {
  readonly organizationId: string
  readonly memberId: string
}

const ownedBy = ({ organizationId, memberId }: Owner) => ({
  organization_id: organizationId,
  member_id: memberId,
})

/** Stores sessions; ended ones are deleted. */
export class SessionStore {
  readonly #sessions: mongo.Collection<Session>

  constructor(connection: Connection) {
    this.#sessions = collectionOf(connection, schema)
  }

  async findBySha256(sha256: string): Promise<Session | null> {
    return await this.#sessions.findOne({ sha256 })
  }

  async find(owner: Owner, id: string): Promise<Session | null> {
    return await this.#sessions.findOne({ _id: id, ...ownedBy(owner) })
  }

  /** Sessions that have not ended, newest first. */
  async list(
    owner: Owner,
    page: { beforeId: string | undefined; limit: number; now: Date },
  ): Promise<Session[]> {
    return await this.#sessions
      .find({
        ...ownedBy(owner),
        expires_at: { $gt: page.now },
        ...(page.beforeId && { _id: { $lt: page.beforeId } }),
      })
      .sort({ _id: -1 })
      .limit(page.limit)
      .toArray()
  }

  async idsOf(owner: Owner, transaction: ClientSession): Promise<string[]> {
    const found = await this.#sessions
      .find(ownedBy(owner), { projection: { _id: 1 }, session: transaction })
      .toArray()
    return found.map(({ _id }) => _id)
  }

  async insert(session: Session, transaction: ClientSession): Promise<void> {
    await this.#sessions.insertOne(session, { session: transaction })
  }

  async touch(id: string, now: Date): Promise<void> {
    await this.#sessions.updateOne({ _id: id }, { $set: { last_used_at: now } }, { writeConcern: { w: 1 } })
  }

  /** Returns the deleted session; null if there was none. */
  async delete(owner: Owner, id: string, session: ClientSession): Promise<Session | null> {
    return await this.#sessions.findOneAndDelete({ _id: id, ...ownedBy(owner) }, { session })
  }

  /** @param keptId a session to keep */
  async deleteAllOf(owner: Owner, session: ClientSession, keptId?: string): Promise<void> {
    const meant = { ...ownedBy(owner), ...(keptId && { _id: { $ne: keptId } }) }
    await this.#sessions.deleteMany(meant, { session })
  }
}
