import type { Caller } from '@usher/contracts'
import { nativeCollection, updateIfNewer } from '@usher/service-kit'
import { type Connection, type mongo, Schema } from 'mongoose'

/** What is known of an organisation: the service's own copy, as events and callers told it. */
export interface OrganizationRecord {
  readonly _id: string
  readonly country: string
  /** Absent where no event of its making was followed and it has not called yet. */
  readonly plan?: Caller['plan']
  /** When its owner verified their address. Absent: of before, or made where that is not asked for. */
  readonly verified_at?: Date
  /** Number of the event that told of the country; 0: none yet, callers alone. */
  readonly sequence: number
}

const schema = new Schema<OrganizationRecord>(
  { _id: String, country: String, plan: String, verified_at: Date, sequence: Number },
  { collection: 'organizations', versionKey: false },
)

export class OrganizationStore {
  readonly #organizations: mongo.Collection<OrganizationRecord>

  constructor(connection: Connection) {
    this.#organizations = nativeCollection(connection.model<OrganizationRecord>('Organization', schema))
  }

  async find(id: string): Promise<OrganizationRecord | null> {
    return await this.#organizations.findOne({ _id: id })
  }

  /** Takes over the country and, where it is told, the plan, unless a later event is known. */
  async put({ _id, sequence, ...facts }: OrganizationRecord): Promise<void> {
    const update = { $set: { ...facts, sequence } }
    const isNews = await updateIfNewer(this.#organizations, { _id, sequence }, update)
    // The first event alone tells the plan: it counts also where a later one was faster.
    if (!isNews && facts.plan) await this.#organizations.updateOne({ _id }, { $set: { plan: facts.plan } })
  }

  /** Takes over what a caller is known by: it is what holds now. Tells whether it is news. */
  async learn({ organization_id: _id, country, plan }: Caller): Promise<boolean> {
    const known = await this.find(_id)
    if (known?.country === country && known.plan === plan) return false
    const update = { $set: { country, plan }, $setOnInsert: { sequence: 0 } }
    await this.#organizations.updateOne({ _id }, update, { upsert: true })
    return true
  }

  async delete(id: string): Promise<void> {
    await this.#organizations.deleteOne({ _id: id })
  }
}
