import { collectionOf, dueScope, organizationSchema } from '@usher/service-kit'
import { type ClientSession, type Connection, mongo } from 'mongoose'

/** Time that may have become free, for those who wait for it. */
export interface FreedRecord {
  readonly _id: mongo.ObjectId
  readonly organization_id: string
  /** When to look for those who wait for it. */
  readonly due_at: Date
  /** Whose time it is; none: that of all providers of the service type. */
  readonly provider_ids: readonly string[]
  /** What took it, or what was changed; null: something else, such as a calendar. */
  readonly service_type_id: string | null
  /** Only this customer is concerned, who has just begun to wait. */
  readonly standby_id: string | null
  readonly from: Date
  readonly to: Date
}

export type Freed = Omit<FreedRecord, '_id'>

const schema = organizationSchema<FreedRecord>('freed_times')
  .index({ due_at: 1 })
  .index({ organization_id: 1, due_at: 1, _id: 1 })

/** What was freed and not yet offered. */
export class FreedStore {
  readonly #freed: mongo.Collection<FreedRecord>
  #onAdded: () => void = () => {}

  readonly #scope

  constructor(connection: Connection) {
    this.#freed = collectionOf(connection, schema)
    this.#scope = () => dueScope(connection)
  }

  /** Calls back once a transaction of this process that freed time has ended. */
  onAdded(listener: () => void): void {
    this.#onAdded = listener
  }

  async insert(freed: readonly Freed[], session: ClientSession): Promise<void> {
    if (freed.length === 0) return
    session.once('ended', () => this.#onAdded())
    const records = freed.map((one) => ({ _id: new mongo.ObjectId(), ...one }))
    await this.#freed.insertMany(records, { session })
  }

  /** Organisations with something due, those that wait the longest first. */
  async dueOrganizations(now: Date, limit: number): Promise<string[]> {
    const due = { $match: { ...this.#scope(), due_at: { $lte: now } } }
    const byOrganization = { $group: { _id: '$organization_id', since: { $min: '$due_at' } } }
    const found = this.#freed.aggregate<{ _id: string }>([
      due,
      byOrganization,
      { $sort: { since: 1 } },
      { $limit: limit },
    ])
    return (await found.toArray()).map(({ _id }) => _id)
  }

  /** What was freed first in an organisation. */
  async firstDue(organizationId: string, now: Date): Promise<FreedRecord | null> {
    const due = { organization_id: organizationId, due_at: { $lte: now } }
    return await this.#freed.findOne(due, { sort: { due_at: 1, _id: 1 } })
  }

  /** Leaves what was freed for a later time. */
  async postpone({ _id }: FreedRecord, due_at: Date): Promise<void> {
    await this.#freed.updateOne({ _id }, { $set: { due_at } })
  }

  async delete({ _id }: FreedRecord): Promise<void> {
    await this.#freed.deleteOne({ _id })
  }

  async nextDue(): Promise<Date | undefined> {
    return (await this.#freed.findOne(this.#scope(), { sort: { due_at: 1 }, projection: { due_at: 1 } }))
      ?.due_at
  }
}
