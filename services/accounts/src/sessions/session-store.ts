import { type ClientSession, type Connection, Schema } from 'mongoose'
import type { Session } from './session.ts'

const schema = new Schema<Session>(
  {
    _id: String,
    organization_id: String,
    member_id: String,
    sha256: String,
    csrf_token: String,
    address: String,
    user_agent: String,
    created_at: Date,
    last_used_at: Date,
    expires_at: Date,
  },
  { collection: 'sessions', versionKey: false },
)
  .index({ sha256: 1 }, { unique: true })
  .index({ member_id: 1, _id: -1 })
  .index({ expires_at: 1 }, { expireAfterSeconds: 0 })

export type SessionStore = ReturnType<typeof createSessionStore>

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
export function createSessionStore(connection: Connection) {
  const sessions = connection.model<Session>('Session', schema)
  return {
    findBySha256: (sha256: string) => sessions.findOne({ sha256 }).lean<Session>(),
    find: (owner: Owner, id: string) => sessions.findOne({ _id: id, ...ownedBy(owner) }).lean<Session>(),
    /** Sessions that have not ended, newest first. */
    list: (owner: Owner, page: { beforeId: string | undefined; limit: number; now: Date }) =>
      sessions
        .find({
          ...ownedBy(owner),
          expires_at: { $gt: page.now },
          ...(page.beforeId && { _id: { $lt: page.beforeId } }),
        })
        .sort({ _id: -1 })
        .limit(page.limit)
        .lean<Session[]>(),
    idsOf: async (owner: Owner, transaction: ClientSession): Promise<string[]> =>
      (await sessions.find(ownedBy(owner), { _id: 1 }, { session: transaction }).lean()).map(
        ({ _id }) => _id,
      ),
    async insert(session: Session, transaction: ClientSession): Promise<void> {
      await sessions.create([session], { session: transaction })
    },
    async touch(id: string, now: Date): Promise<void> {
      await sessions.updateOne({ _id: id }, { $set: { last_used_at: now } }, { writeConcern: { w: 1 } })
    },
    /** Returns the deleted session; null if there was none. */
    delete: (owner: Owner, id: string, session: ClientSession) =>
      sessions.findOneAndDelete({ _id: id, ...ownedBy(owner) }, { session }).lean<Session>(),
    /** Returns the number deleted. */
    async deleteAllOfOrganization(organizationId: string, session: ClientSession): Promise<number> {
      return (await sessions.deleteMany({ organization_id: organizationId }, { session })).deletedCount
    },
    /** @param keptId a session to keep */
    async deleteAllOf(owner: Owner, session: ClientSession, keptId?: string): Promise<void> {
      await sessions.deleteMany({ ...ownedBy(owner), ...(keptId && { _id: { $ne: keptId } }) }, { session })
    },
  }
}
