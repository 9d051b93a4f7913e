import { nativeCollection } from '@usher/service-kit'
import { type ClientSession, type Connection, type mongo, Schema } from 'mongoose'
import type { Entry } from '../availability/busy.ts'
import { MOST_REACH_MS, type Range } from '../availability/sweep.ts'
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

/**
 * Most that is taken of one provider's time at once, each seat that is booked by itself counted. It keeps a ledger at
 * 3.6 of the 16 MB that a document of MongoDB may have.
 */
const MOST_TAKEN = 20_000

/** What a change needs to know of a ledger. */
export type LedgerState = Pick<Ledger, '_id' | 'organization_id' | 'revision'>

/** A ledger, with the entries near to a range alone. */
export interface NearLedger extends LedgerState {
  readonly busy: readonly Entry[]
  /** Whether nothing can be added. */
  readonly isFull: boolean
}

interface Leaving {
  /** Bookings and holds whose time is given back. */
  readonly remove: readonly string[]
  readonly now: Date
}

interface Change extends Leaving {
  readonly add: readonly Entry[]
}

/** The entries that stay at the next change, for MongoDB. */
const staying = ({ remove, now }: Leaving) => ({
  $filter: {
    input: '$busy',
    as: 'entry',
    cond: {
      $and: [
        { $not: { $in: ['$$entry.by', [...remove]] } },
        { $gt: ['$$entry.bufferedEnd', now.getTime() - KEPT_MS] },
        { $or: [{ $eq: ['$$entry.expires', null] }, { $gt: ['$$entry.expires', now.getTime()] }] },
      ],
    },
  },
})

const STATE = { organization_id: 1, revision: 1 } as const

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

  async read(organizationId: string, _id: string, session: ClientSession): Promise<Ledger | null> {
    return await this.#ledgers.findOne({ organization_id: organizationId, _id }, { session })
  }

  /** Gives back what a booking or a hold has taken; nothing happens where the provider is gone. */
  async release(
    { organizationId, providerId, by }: { organizationId: string; providerId: string; by: string },
    now: Date,
    session: ClientSession,
  ): Promise<void> {
    const filter = { organization_id: organizationId, _id: providerId }
    const ledger = await this.#ledgers.findOne<LedgerState>(filter, { projection: STATE, session })
    if (ledger) await this.change(ledger, { remove: [by], add: [], now }, session)
  }

  /**
   * The ledgers with the entries that can matter to starts within a range, and to how busy their days are: a provider
   * who is booked for months ahead is not read through for each of them.
   */
  async readNear(
    organizationId: string,
    providerIds: readonly string[],
    { range, ...leaving }: Leaving & { range: Range },
    session?: ClientSession,
  ): Promise<Map<string, NearLedger>> {
    const filter = { organization_id: organizationId, _id: { $in: [...providerIds] } }
    const isNear = {
      $and: [
        { $gt: ['$$entry.bufferedEnd', range.from - MOST_REACH_MS] },
        { $lt: ['$$entry.bufferedStart', range.to + MOST_REACH_MS] },
      ],
    }
    const projection = {
      ...STATE,
      busy: { $filter: { input: '$busy', as: 'entry', cond: isNear } },
      // What stays is counted only where there may be too much of it.
      isFull: {
        $and: [
          { $gte: [{ $size: '$busy' }, MOST_TAKEN] },
          { $gte: [{ $size: staying(leaving) }, MOST_TAKEN] },
        ],
      },
    }
    const found = await this.#ledgers
      .find<NearLedger>(filter, { projection, ...(session && { session }) })
      .toArray()
    return new Map(found.map((ledger) => [ledger._id, ledger]))
  }

  /** Which revision of each there is, and when holds in it end, in the order of their identifiers. */
  async revisions(organizationId: string, providerIds: readonly string[]) {
    const filter = { organization_id: organizationId, _id: { $in: [...providerIds] } }
    const held = { $filter: { input: '$busy', as: 'entry', cond: { $ne: ['$$entry.expires', null] } } }
    const projection = { revision: 1, expirations: { $map: { input: held, in: '$$this.expires' } } }
    const found = this.#ledgers
      .find<Pick<Ledger, '_id' | 'revision'> & { expirations: number[] }>(filter, { projection })
      .sort({ _id: 1 })
    return (await found.toArray()).map(({ _id, revision, expirations }) => ({
      key: `${_id} ${revision}`,
      expirations,
    }))
  }

  /**
   * Changes a ledger on the condition that it still is as the decision saw it. Within a transaction another change
   * makes it conflict, and it is decided anew; the condition also holds for whoever would write without one.
   *
   * @throws Error where it is not as it was
   */
  async change(ledger: LedgerState, { add, ...leaving }: Change, session: ClientSession): Promise<void> {
    const { _id, organization_id, revision } = ledger
    const busy = { $concatArrays: [staying(leaving), { $literal: [...add] }] }
    const pipeline = [{ $set: { busy, revision: { $add: ['$revision', 1] } } }]
    const asItWas = { _id, organization_id, revision }
    const { matchedCount } = await this.#ledgers.updateOne(asItWas, pipeline, { session })
    if (matchedCount !== 1) throw new Error('a ledger was changed between decision and write')
  }

  /** Deletes a ledger, which conflicts with whoever takes a time in it at the same moment. */
  async delete({ _id, organization_id }: LedgerState, session: ClientSession): Promise<void> {
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
