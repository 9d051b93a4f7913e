import { nativeCollection } from '@usher/service-kit'
import { type ClientSession, type Connection, type mongo, Schema } from 'mongoose'
import { type Entry, isLive } from '../availability/busy.ts'
import type { ServiceTypeRecord } from '../service-types/service-type.ts'

/** All that is taken of one provider's time, in one document: that is what keeps bookings from overlapping. */
export interface Ledger {
  /** The provider. */
  readonly _id: string
  readonly organization_id: string
  /** Goes up with each change. */
  readonly revision: number
  readonly busy: readonly Entry[]
}

const schema = new Schema<Ledger>(
  { _id: String, organization_id: String, revision: Number, busy: [Schema.Types.Mixed] },
  { collection: 'ledgers', versionKey: false },
).index({ organization_id: 1 })

/** How long what is over stays in a ledger, in ms: nothing that can still be booked reaches back further. */
const KEPT_MS = 3 * 86_400_000

interface Change {
  /** Bookings and holds whose time is given back. */
  readonly remove: readonly string[]
  readonly add: readonly Entry[]
  readonly now: Date
}

/** Whether an entry stays in its ledger at the next change. */
export const isKept = (entry: Entry, { remove, now }: Omit<Change, 'add'>): boolean =>
  !(entry.by !== null && remove.includes(entry.by)) &&
  entry.bufferedEnd > now.getTime() - KEPT_MS &&
  isLive(entry, now.getTime())

/** The ledgers of providers. */
export class LedgerStore {
  readonly #ledgers: mongo.Collection<Ledger>

  constructor(connection: Connection) {
    this.#ledgers = nativeCollection(connection.model<Ledger>('Ledger', schema))
  }

  /** The empty ledger of a new provider. */
  async create(provider: Pick<Ledger, '_id' | 'organization_id'>, session: ClientSession): Promise<void> {
    const { _id, organization_id } = provider
    await this.#ledgers.insertOne({ _id, organization_id, revision: 0, busy: [] }, { session })
  }

  async read(
    organizationId: string,
    providerIds: readonly string[],
    session?: ClientSession,
  ): Promise<Map<string, Ledger>> {
    const filter = { organization_id: organizationId, _id: { $in: [...providerIds] } }
    const found = await this.#ledgers.find(filter, session && { session }).toArray()
    return new Map(found.map((ledger) => [ledger._id, ledger]))
  }

  /** Which revision of each there is, and when holds in it end, in the order of their identifiers. */
  async revisions(organizationId: string, providerIds: readonly string[]) {
    const filter = { organization_id: organizationId, _id: { $in: [...providerIds] } }
    const projection = { revision: 1, 'busy.expires': 1 }
    const found = this.#ledgers.find(filter, { projection }).sort({ _id: 1 })
    return (await found.toArray()).map(({ _id, revision, busy }) => ({
      key: `${_id} ${revision}`,
      expirations: busy.flatMap(({ expires }) => (expires === null ? [] : [expires])),
    }))
  }

  /**
   * Changes a ledger on the condition that it still is as the decision saw it. Within a transaction another change
   * makes it conflict, and it is decided anew; the condition also holds for whoever would write without one.
   *
   * @throws Error where it is not as it was
   */
  async change(ledger: Ledger, { remove, add, now }: Change, session: ClientSession): Promise<void> {
    const { _id, organization_id, revision } = ledger
    const staying = {
      $and: [
        { $not: { $in: ['$$entry.by', [...remove]] } },
        { $gt: ['$$entry.bufferedEnd', now.getTime() - KEPT_MS] },
        { $or: [{ $eq: ['$$entry.expires', null] }, { $gt: ['$$entry.expires', now.getTime()] }] },
      ],
    }
    const kept = { $filter: { input: '$busy', as: 'entry', cond: staying } }
    const busy = { $concatArrays: [kept, { $literal: [...add] }] }
    const pipeline = [{ $set: { busy, revision: { $add: ['$revision', 1] } } }]
    const asItWas = { _id, organization_id, revision }
    const { matchedCount } = await this.#ledgers.updateOne(asItWas, pipeline, { session })
    if (matchedCount !== 1) throw new Error('a ledger was changed between decision and write')
  }

  /** Deletes a ledger, which conflicts with whoever takes a time in it at the same moment. */
  async delete({ _id, organization_id }: Ledger, session: ClientSession): Promise<void> {
    await this.#ledgers.deleteOne({ _id, organization_id }, { session })
  }

  /** Has the transactions conflict that take a time with one of these providers, or have held one for a service type. */
  async lockFor(
    {
      _id: type,
      organization_id,
      provider_ids,
    }: Pick<ServiceTypeRecord, '_id' | 'organization_id' | 'provider_ids'>,
    session: ClientSession,
  ): Promise<void> {
    const concerned = { organization_id, $or: [{ _id: { $in: [...provider_ids] } }, { 'busy.type': type }] }
    await this.#ledgers.updateMany(concerned, { $inc: { revision: 1 } }, { session })
  }

  async deleteAllOf(organizationId: string): Promise<void> {
    await this.#ledgers.deleteMany({ organization_id: organizationId })
  }
}
