import { isLive, liveOrganizationId } from '@usher/contracts'
import { type ClientSession, type Connection, type Model, Schema } from 'mongoose'
import { type Organization, testOrganizationOf } from './organization.ts'

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
    test_mode: { type: { since: Date, version: Number, _id: false }, default: undefined },
    closed_at: Date,
  },
  { collection: 'organizations', versionKey: false },
)

/** Stores organisations. Those with test data are no documents of their own, but found by their ids all the same. */
export class OrganizationStore {
  readonly #organizations: Model<Organization>

  constructor(connection: Connection) {
    this.#organizations = connection.model<Organization>('Organization', schema)
  }

  async find(id: string): Promise<Organization | null> {
    return ofMode(id, await this.#organizations.findById(liveOrganizationId(id)).lean<Organization>())
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
    const found = await this.#organizations
      .findOne({ _id: liveOrganizationId(id), closed_at: null }, null, { session: session ?? null })
      .lean<Organization>()
    return ofMode(id, found)
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

const ofMode = (id: string, live: Organization | null): Organization | null =>
  isLive(id) ? live : ((live && testOrganizationOf(live)) ?? null)
