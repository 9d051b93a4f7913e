import { collectionOf } from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'
import type { HoldRecord } from '../bookings/hold-store.ts'
import type { ProviderRecord } from '../providers/provider.ts'
import type { Entry } from '../slots/busy.ts'
import type { Range } from '../slots/sweep.ts'
import { type Month, monthsAround, monthsOf } from './ledger-months.ts'
import {
  allOf,
  type BucketRecord,
  bucketId,
  bucketsOf,
  changeOf,
  ledgerSchema,
  nearProjection,
  newBucket,
  REVISION_PROJECTION,
  type Removal,
  type RootRecord,
} from './ledger-record.ts'
import { type NearBucket, type NearLedger, nearLedgers } from './near-ledger.ts'

/** The time reserved by a booking or hold. */
export interface Reservation {
  readonly by: string
  readonly organizationId: string
  readonly providerId: string
  /** In milliseconds. */
  readonly start: number
}

/** The reservation of a booking or hold. */
export const reservationOf = ({
  _id: by,
  organization_id: organizationId,
  provider_id: providerId,
  start,
}: Pick<HoldRecord, '_id' | 'organization_id' | 'provider_id' | 'start'>): Reservation => ({
  by,
  organizationId,
  providerId,
  start: start.getTime(),
})

interface NewReservation {
  readonly entry: Entry
  /** The reservation that it replaces. */
  readonly replaces: Reservation | undefined
  readonly now: Date
}

/** Always use the _id index: the one by organisation would read later months as well. */
const hint = '_id_'

/** Reservations of providers' time, one document per provider and month. Prevents double bookings. */
export class LedgerStore {
  readonly #buckets: mongo.Collection<BucketRecord>
  /** The same collection, for the roots, and for roots and buckets together. */
  readonly #all: mongo.Collection<RootRecord>

  constructor(connection: Connection) {
    this.#buckets = collectionOf(connection, ledgerSchema)
    this.#all = this.#buckets as unknown as mongo.Collection<RootRecord>
  }

  /** Creates the empty ledger of a new provider. */
  async create(
    { _id, organization_id }: Pick<ProviderRecord, '_id' | 'organization_id'>,
    session: ClientSession,
  ): Promise<void> {
    await this.#all.insertOne({ _id, organization_id, turns: 0 }, { session })
  }

  /** Whether the ledger of a provider has a booking or an unexpired hold. */
  async isUsed(organizationId: string, providerId: string, now: Date, session: ClientSession) {
    const live = { $or: [{ expires: null }, { expires: { $gt: now.getTime() } }] }
    const filter = { organization_id: organizationId, ...allOf(providerId), busy: { $elemMatch: live } }
    return (await this.#buckets.findOne(filter, { projection: { _id: 1 }, session, hint })) !== null
  }

  /**
   * The ledgers, with the entries that can affect starts within a range and the load of their days. Other
   * months are not read.
   */
  async readNear(
    organizationId: string,
    providerIds: readonly string[],
    { range, ...removal }: Removal & { range: Range },
    session?: ClientSession,
  ): Promise<Map<string, NearLedger>> {
    const months = monthsAround(range)
    const projection = nearProjection(range, removal)
    const options = { projection, hint, ...(session && { session }) }
    const found = this.#buckets.find<NearBucket>(bucketsOf(organizationId, providerIds, months), options)
    return nearLedgers({ organizationId, providerIds, months }, await found.toArray())
  }

  /** The revisions that starts within a range depend on, and the expiry of holds, ordered by id. */
  async revisions(organizationId: string, providerIds: readonly string[], range: Range) {
    const found = this.#buckets
      .find<Pick<BucketRecord, '_id' | 'revision'> & { expirations: number[] }>(
        bucketsOf(organizationId, providerIds, monthsAround(range)),
        { projection: REVISION_PROJECTION, hint },
      )
      .sort({ _id: 1 })
    return (await found.toArray()).map(({ _id, revision, expirations }) => ({
      key: `${_id} ${revision}`,
      expirations,
    }))
  }

  /**
   * Reserves a time in all months that it touches, provided they are unchanged since they were read. A
   * concurrent change conflicts with the transaction, which then decides again; the condition also protects
   * against writes outside a transaction.
   *
   * @throws Error if they have changed
   */
  async reserve(
    ledger: NearLedger,
    { entry, replaces, now }: NewReservation,
    session: ClientSession,
  ): Promise<void> {
    const { providerId } = ledger
    const change = changeOf({ remove: replaces ? [replaces.by] : [], now }, [entry])
    const months = monthsOf(entry)
    const ids = months.map((month) => bucketId(providerId, month))
    const created = months.filter((month) => !ledger.revisions.has(bucketId(providerId, month)))
    for (const _id of ids) {
      const revision = ledger.revisions.get(_id)
      if (revision !== undefined) await this.#changeAsItWas({ ...ledger, _id, revision }, change, session)
    }
    if (created.length > 0) await this.#createBuckets(ledger, created, entry, session)
    if (replaces) await this.#remove(replaces, now, session, ids)
  }

  /** The virtual finish times of providers, 0 if nothing was assigned yet. */
  async finishTimes(
    organizationId: string,
    providerIds: readonly string[],
    session: ClientSession,
  ): Promise<Map<string, number>> {
    const roots = { _id: { $in: [...providerIds] }, organization_id: organizationId }
    const found = await this.#all.find(roots, { session, hint }).toArray()
    return new Map(found.map(({ _id, finish = 0 }) => [_id, finish]))
  }

  /** Sets a provider's virtual finish time; of two concurrent assignments to it, the later conflicts. */
  async setFinishTime(
    { providerId, organizationId }: Pick<NearLedger, 'providerId' | 'organizationId'>,
    finish: number,
    session: ClientSession,
  ): Promise<void> {
    const root = { _id: providerId, organization_id: organizationId }
    await this.#all.updateOne(root, { $set: { finish } }, { session, hint })
  }

  /** Releases the time of a booking or hold; does nothing if the provider was deleted. */
  async release(reservation: Reservation, now: Date, session: ClientSession): Promise<void> {
    await this.#remove(reservation, now, session)
  }

  async #changeAsItWas(
    {
      _id,
      organizationId,
      revision,
    }: Pick<NearLedger, 'organizationId'> & Pick<BucketRecord, '_id' | 'revision'>,
    change: ReturnType<typeof changeOf>,
    session: ClientSession,
  ): Promise<void> {
    const asItWas = { _id, organization_id: organizationId, revision }
    const { matchedCount } = await this.#buckets.updateOne(asItWas, change, { session, hint })
    if (matchedCount !== 1) throw new Error('a ledger was changed between decision and write')
  }

  /** Writes the root first: concurrent creation of buckets, or deletion of the provider, conflicts there. */
  async #createBuckets(
    { providerId, organizationId }: NearLedger,
    months: readonly Month[],
    entry: Entry,
    session: ClientSession,
  ): Promise<void> {
    const root = { _id: providerId, organization_id: organizationId }
    const { matchedCount } = await this.#all.updateOne(root, { $inc: { turns: 1 } }, { session, hint })
    if (matchedCount !== 1) throw new Error('a provider has no ledger')
    const buckets = months.map((month) => newBucket({ providerId, organizationId }, month, [entry]))
    await this.#buckets.insertMany(buckets, { session })
  }

  /** @param except buckets from which it was already removed */
  async #remove(
    { by, organizationId, providerId, start }: Reservation,
    now: Date,
    session: ClientSession,
    except: readonly string[] = [],
  ): Promise<void> {
    const near = bucketsOf(organizationId, [providerId], monthsAround({ from: start, to: start }), except)
    const change = changeOf({ remove: [by], now })
    await this.#buckets.updateMany({ ...near, 'busy.by': by }, change, { session, hint })
  }

  /** Deletes the ledger of a provider; conflicts with concurrent reservations in it. */
  async delete(organizationId: string, providerId: string, session: ClientSession): Promise<void> {
    const filter = { organization_id: organizationId, ...allOf(providerId) }
    await this.#all.deleteMany(filter, { session, hint })
  }

  /**
   * Conflicts with transactions that reserve time with one of these providers, or change what is reserved for the service
   * type.
   */
  async lock(
    organizationId: string,
    { providerIds, type }: { readonly providerIds: readonly string[]; readonly type?: string },
    session: ClientSession,
  ): Promise<void> {
    const either = [...providerIds.map(allOf), ...(type === undefined ? [] : [{ 'busy.type': type }])]
    const concerned = { organization_id: organizationId, $or: either }
    await this.#all.updateMany(concerned, { $inc: { turns: 1 } }, { session })
  }
}
