import type { Role } from '@usher/contracts'
import { type ClientSession, type Connection, Schema } from 'mongoose'
import type { Member } from './member.ts'

const schema = new Schema<Member>(
  {
    _id: String,
    organization_id: String,
    name: String,
    email: String,
    role: String,
    password_hash: String,
    created_at: Date,
    sequence: Number,
  },
  { collection: 'members', versionKey: false },
)
  .index({ email: 1 }, { unique: true })
  .index({ organization_id: 1, _id: 1 })

export type MemberStore = ReturnType<typeof createMemberStore>

/** The members in the database. */
export function createMemberStore(connection: Connection) {
  const members = connection.model<Member>('Member', schema)
  return {
    find: (organizationId: string, id: string, session?: ClientSession) =>
      members
        .findOne({ _id: id, organization_id: organizationId }, null, { session: session ?? null })
        .lean<Member>(),
    findByEmail: (email: string) => members.findOne({ email }).lean<Member>(),
    /** @throws a duplicate key error where the e-mail address is taken */
    async insert(member: Member, session: ClientSession): Promise<void> {
      await members.create([member], { session })
    },
    /** Members of an organisation, oldest first. */
    list: (organizationId: string, { afterId, limit }: { afterId: string | undefined; limit: number }) =>
      members
        .find({ organization_id: organizationId, ...(afterId && { _id: { $gt: afterId } }) })
        .sort({ _id: 1 })
        .limit(limit)
        .lean<Member[]>(),
    countOwners: (organizationId: string, session: ClientSession) =>
      members.countDocuments({ organization_id: organizationId, role: 'owner' }).session(session),
    async setRole({ _id, sequence }: Member, role: Role, session: ClientSession): Promise<void> {
      await members.updateOne({ _id }, { $set: { role, sequence: sequence + 1 } }, { session })
    },
    async delete(id: string, session: ClientSession): Promise<void> {
      await members.deleteOne({ _id: id }, { session })
    },
    /** The number of those deleted. */
    async deleteAllOf(organizationId: string, session: ClientSession): Promise<number> {
      return (await members.deleteMany({ organization_id: organizationId }, { session })).deletedCount
    },
  }
}
