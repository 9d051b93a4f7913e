import { type ClientSession, type Connection, Schema } from 'mongoose'
import type { Organization } from './organization.ts'

const schema = new Schema<Organization>(
  {
    _id: String,
    name: String,
    plan: String,
    early_access: Boolean,
    country: String,
    timezone: String,
    created_at: Date,
    membership_version: Number,
    guest_retention_days: Number,
    version: Number,
    verified_at: Date,
    closed_at: Date,
  },
  { collection: 'organizations', versionKey: false },
)

export type OrganizationStore = ReturnType<typeof createOrganizationStore>

/** Stores organisations. */
export function createOrganizationStore(connection: Connection) {
  const organizations = connection.model<Organization>('Organization', schema)
  return {
    find: (id: string) => organizations.findById(id).lean<Organization>(),
    /** Oldest first, by id. */
    list: (after: string | undefined, limit: number) =>
      organizations
        .find(after === undefined ? {} : { _id: { $gt: after } })
        .sort({ _id: 1 })
        .limit(limit)
        .lean<Organization[]>(),
    /** An organisation that is not being erased. */
    findOpen: (id: string, session?: ClientSession) =>
      organizations
        .findOne({ _id: id, closed_at: null }, null, { session: session ?? null })
        .lean<Organization>(),
    async set(id: string, changes: Partial<Organization>, session: ClientSession): Promise<void> {
      await organizations.updateOne({ _id: id }, { $set: changes }, { session })
    },
    async delete(id: string, session: ClientSession): Promise<number> {
      return (await organizations.deleteOne({ _id: id }, { session })).deletedCount
    },
    hasAny: async (session: ClientSession) => (await organizations.exists({}).session(session)) !== null,
    async insert(organization: Organization, session: ClientSession): Promise<void> {
      await organizations.create([organization], { session })
    },
    /** Serialises transactions that change the members of an organisation. */
    async lockMembership(id: string, session: ClientSession): Promise<void> {
      await organizations.updateOne({ _id: id }, { $inc: { membership_version: 1 } }, { session })
    },
  }
}
