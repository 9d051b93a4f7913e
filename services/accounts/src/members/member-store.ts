import { emailSpellings, type Role } from '@usher/contracts'
import { type ClientSession, type Connection, type Model, Schema } from 'mongoose'
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
    sign_ins: Number,
  },
  { collection: 'members', versionKey: false },
)
  .index({ email: 1 }, { unique: true })
  .index({ organization_id: 1, _id: 1 })

type Change = Partial<Pick<Member, 'name' | 'role' | 'password_hash'>>

/** Stores members. */
export class MemberStore {
  readonly #members: Model<Member>

  constructor(connection: Connection) {
    this.#members = connection.model<Member>('Member', schema)
  }

  async find(organizationId: string, id: string, session?: ClientSession): Promise<Member | null> {
    return await this.#members
      .findOne({ _id: id, organization_id: organizationId }, null, { session: session ?? null })
      .lean<Member>()
  }

  /** Only for ids that we issued ourselves, since the organisation follows from the member. */
  async findAny(id: string): Promise<Member | null> {
    return await this.#members.findById(id).lean<Member>()
  }

  /** Names of an organisation's members among the given ids. */
  async named(organizationId: string, ids: readonly string[]): Promise<Pick<Member, '_id' | 'name'>[]> {
    return await this.#members
      .find({ _id: { $in: ids }, organization_id: organizationId }, { name: 1 })
      .lean<Pick<Member, '_id' | 'name'>[]>()
  }

  async findByEmail(email: string, session?: ClientSession): Promise<Member | null> {
    return await this.#members
      .findOne({ email: { $in: emailSpellings(email) } }, null, { session: session ?? null })
      .lean<Member>()
  }

  /** @throws a duplicate key error if the e-mail address is taken */
  async insert(member: Member, session: ClientSession): Promise<void> {
    await this.#members.create([member], { session })
  }

  /** Members of an organisation, oldest first. */
  async list(
    organizationId: string,
    { afterId, limit }: { afterId: string | undefined; limit: number },
  ): Promise<Member[]> {
    return await this.#members
      .find({ organization_id: organizationId, ...(afterId && { _id: { $gt: afterId } }) })
      .sort({ _id: 1 })
      .limit(limit)
      .lean<Member[]>()
  }

  async listWithRoles(
    organizationId: string,
    roles: readonly Role[],
    session: ClientSession,
  ): Promise<Member[]> {
    return await this.#members
      .find({ organization_id: organizationId, role: { $in: roles } }, null, { session })
      .sort({ _id: 1 })
      .lean<Member[]>()
  }

  async countOf(organizationId: string): Promise<number> {
    return await this.#members.countDocuments({ organization_id: organizationId })
  }

  async countOwners(organizationId: string, session: ClientSession): Promise<number> {
    return await this.#members
      .countDocuments({ organization_id: organizationId, role: 'owner' })
      .session(session)
  }

  /** Changes a member read in the same transaction; increments its event sequence. */
  async update({ _id, sequence }: Member, change: Change, session: ClientSession): Promise<void> {
    await this.#members.updateOne({ _id }, { $set: { ...change, sequence: sequence + 1 } }, { session })
  }

  /**
   * Orders a transaction that relies on the password before or after one that changes it or removes the
   * member; false if it comes after.
   */
  async lockPassword(
    { _id, organization_id, password_hash }: Member,
    session: ClientSession,
  ): Promise<boolean> {
    const { matchedCount } = await this.#members.updateOne(
      { _id, organization_id, password_hash },
      { $inc: { sign_ins: 1 } },
      { session },
    )
    return matchedCount === 1
  }

  async delete(id: string, session: ClientSession): Promise<void> {
    await this.#members.deleteOne({ _id: id }, { session })
  }

  /** Returns the number deleted. */
  async deleteAllOf(organizationId: string, session: ClientSession): Promise<number> {
    return (await this.#members.deleteMany({ organization_id: organizationId }, { session })).deletedCount
  }
}
