import { type ClientSession, type Connection, type Model, Schema } from 'mongoose'
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
    address: String,
    phone: String,
    brand_color: String,
    privacy_url: String,
    logo: String,
    version: Number,
    verified_at: Date,
    closed_at: Date,
  },
  { collection: 'organizations', versionKey: false },
)

/** Stores organisations. */
export class OrganizationStore {
  readonly #organizations: Model<Organization>

  constructor(connection: Connection) {
    this.#organizations = connection.model<Organization>('Organization', schema)
  }

  async find(id: string): Promise<Organization | null> {
    return await this.#organizations.findById(id).lean<Organization>()
  }

  /** Oldest first, by id. */
  async list(after: string | undefined, limit: number): Promise<Organization[]> {
    return await this.#organizations
      .find(after === undefined ? {} : { _id: { $gt: after } })
      .sort({ _id: 1 })
      .limit(limit)
      .lean<Organization[]>()
  }

  /** An organisation that is not being erased. */
  async findOpen(id: string, session?: ClientSession): Promise<Organization | null> {
    return await this.#organizations
      .findOne({ _id: id, closed_at: null }, null, { session: session ?? null })
      .lean<Organization>()
  }

  async set(id: string, changes: Partial<Organization>, session: ClientSession): Promise<void> {
    await this.#organizations.updateOne({ _id: id }, { $set: changes }, { session })
  }

  async delete(id: string, session: ClientSession): Promise<number> {
    return (await this.#organizations.deleteOne({ _id: id }, { session })).deletedCount
  }

  async hasAny(session: ClientSession): Promise<boolean> {
    return (await this.#organizations.exists({}).session(session)) !== null
  }

  async insert(organization: Organization, session: ClientSession): Promise<void> {
    await this.#organizations.create([organization], { session })
  }

  /** Serialises transactions that change the members of an organisation. */
  async lockMembership(id: string, session: ClientSession): Promise<void> {
    await this.#organizations.updateOne({ _id: id }, { $inc: { membership_version: 1 } }, { session })
  }
}
