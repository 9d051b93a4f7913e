import { emailSpellings, type Role } from '@usher/contracts'
import { collectionOf, organizationSchema, TenantStore } from '@usher/service-kit'
import type { ClientSession, Connection } from 'mongoose'
import type { Member } from './member.ts'

const schema = organizationSchema<Member>('members')
  .index({ email: 1 }, { unique: true })
  .index({ organization_id: 1, _id: 1 })

type Change = Partial<Pick<Member, 'name' | 'role' | 'password_hash'>>

/** Stores members. Inserting one throws a duplicate key error if the e-mail address is taken. */
export class MemberStore extends TenantStore<Member> {
  constructor(connection: Connection) {
    super(collectionOf(connection, schema), 'member')
  }

  /** Only for ids that we issued ourselves, since the organisation follows from the member. */
  async findAny(id: string): Promise<Member | null> {
    return await this.collection.findOne({ _id: id })
  }

  /** Names of an organisation's members among the given ids. */
  async named(organizationId: string, ids: readonly string[]): Promise<Pick<Member, '_id' | 'name'>[]> {
    return await this.collection
      .find({ _id: { $in: [...ids] }, organization_id: organizationId }, { projection: { name: 1 } })
      .toArray()
  }

  async findByEmail(email: string, session?: ClientSession): Promise<Member | null> {
    return await this.collection.findOne({ email: { $in: emailSpellings(email) } }, session && { session })
  }

  async listWithRoles(
    organizationId: string,
    roles: readonly Role[],
    session: ClientSession,
  ): Promise<Member[]> {
    return await this.collection
      .find({ organization_id: organizationId, role: { $in: [...roles] } }, { session })
      .sort({ _id: 1 })
      .toArray()
  }

  async countOf(organizationId: string): Promise<number> {
    return await this.collection.countDocuments({ organization_id: organizationId })
  }

  async countOwners(organizationId: string, session: ClientSession): Promise<number> {
    const owners = { organization_id: organizationId, role: 'owner' } as const
    return await this.collection.countDocuments(owners, { session })
  }

  /** Changes a member read in the same transaction; increments its event sequence. */
  async update({ _id, sequence }: Member, change: Change, session: ClientSession): Promise<void> {
    await this.collection.updateOne({ _id }, { $set: { ...change, sequence: sequence + 1 } }, { session })
  }

  /**
   * Orders a transaction that relies on the password before or after one that changes it or removes the
   * member; false if it comes after.
   */
  async lockPassword(
    { _id, organization_id, password_hash }: Member,
    session: ClientSession,
  ): Promise<boolean> {
    const { matchedCount } = await this.collection.updateOne(
      { _id, organization_id, password_hash },
      { $inc: { sign_ins: 1 } },
      { session },
    )
    return matchedCount === 1
  }

  async delete(id: string, session: ClientSession): Promise<void> {
    await this.collection.deleteOne({ _id: id }, { session })
  }
}
