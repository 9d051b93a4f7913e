import { nativeCollection } from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'
import type { HoldRecord } from '../bookings/hold-store.ts'
import type { ProviderRecord } from '../providers/provider.ts'
import type { ServiceTypeRecord } from '../service-types/service-type.ts'
import type { Entry } from '../slots/busy.ts'
import type { Range } from '../slots/sweep.ts'
import { type Month, monthsAround, monthsOf } from './ledger-months.ts'
import {
  allOf,
  bucketId,
  changeOf,
  documentsOf,
  type Leaving,
  type LedgerRecord,
  ledgerSchema,
  nearProjection,
  newBucket,
  newRoot,
  REVISION_PROJECTION,
} from './ledger-record.ts'
import { type NearLedger, type NearRecord, nearLedgers } from './near-ledger.ts'

/** What a booking or a hold has taken. */
export interface Taken {
  readonly by: string
  readonly organizationId: string
  readonly providerId: string
  /** In milliseconds. */
  readonly start: number
}

/** What is in the ledger of a booking or a hold. */
export const takenBy = ({
  _id: by,
  organization_id: organizationId,
  provider_id: providerId,
  start,
}: Pick<HoldRecord, '_id' | 'organization_id' | 'provider_id' | 'start'>): Taken => ({
  ...{ by, organizationId, providerId, start: start.getTime() },
})

interface Taking {
  readonly entry: Entry
  /** What gives way to it. */
  readonly instead: Taken | undefined
  readonly now: Date
}

/** All is looked up by identifier: by organisation, what is ahead in other months would be read as well. */
const hint = '_id_'

/** What is taken of providers' time, in a document for each provider and month: that keeps bookings from overlapping. */
export class LedgerStore {
  readonly #ledgers: mongo.Collection<LedgerRecord>

  constructor(connection: Connection) {
    this.#ledgers = nativeCollection(connection.model<LedgerRecord>('Ledger', ledgerSchema))
  }

  /** The empty ledger of a new provider. */
  async create(
    { _id, organization_id }: Pick<ProviderRecord, '_id' | 'organization_id'>,
    session: ClientSession,
  ): Promise<void> {
    await this.#ledgers.insertOne(newRoot(_id, organization_id), { session })
  }

  /** Whether a booking or a hold that has not expired is in the ledger of a provider. */
  async isUsed(organizationId: string, providerId: string, now: Date, session: ClientSession) {
    const live = { $or: [{ expires: null }, { expires: { $gt: now.getTime() } }] }
    const filter = { organization_id: organizationId, ...allOf(providerId), busy: { $elemMatch: live } }
    return (await this.#ledgers.findOne(filter, { projection: { _id: 1 }, session, hint })) !== null
  }

  /**
   * The ledgers with the entries that can matter to starts within a range, and to how busy their days are: what is
   * ahead in other months is not looked at.
   */
  async readNear(
    organizationId: string,
    providerIds: readonly string[],
    { range, ...leaving }: Leaving & { range: Range },
    session?: ClientSession,
  ): Promise<Map<string, NearLedger>> {
    const months = monthsAround(range)
    const projection = nearProjection(range, leaving)
    const options = { projection, hint, ...(session && { session }) }
    const found = this.#ledgers.find<NearRecord>(documentsOf(organizationId, providerIds, months), options)
    return nearLedgers(await found.toArray(), months)
  }

  /** The revisions of what starts within a range depend on, and when holds in it end, in the order of identifiers. */
  async revisions(organizationId: string, providerIds: readonly string[], range: Range) {
    const found = this.#ledgers
      .find<Pick<LedgerRecord, '_id' | 'revision'> & { expirations: number[] }>(
        documentsOf(organizationId, providerIds, monthsAround(range)),
        { projection: REVISION_PROJECTION, hint },
      )
      .sort({ _id: 1 })
    return (await found.toArray()).map(({ _id, revision, expirations }) => ({
      key: `${_id} ${revision}`,
      expirations,
    }))
  }

  /**
   * Takes a time, in all the months that it touches, on the condition that they still are as the decision saw them.
   * Within a transaction another change makes it conflict, and it is decided anew; the condition also holds for
   * whoever would write without one.
   *
   * @throws Error where they are not as they were
   */
  async take(ledger: NearLedger, { entry, instead, now }: Taking, session: ClientSession): Promise<void> {
    const { providerId } = ledger
    const change = changeOf({ remove: instead ? [instead.by] : [], now }, [entry])
    const months = ledger.isWhole ? [] : monthsOf(entry)
    const ids = ledger.isWhole ? [providerId] : months.map((month) => bucketId(providerId, month))
    const created = months.filter((month) => !ledger.revisions.has(bucketId(providerId, month)))
    for (const _id of ids) {
      const revision = ledger.revisions.get(_id)
      if (revision !== undefined) await this.#changeAsItWas({ ...ledger, _id, revision }, change, session)
    }
    if (created.length > 0) await this.#createBuckets(ledger, created, entry, session)
    if (instead) await this.#remove(instead, now, session, ids)
  }

  /** Gives back what a booking or a hold has taken; nothing happens where the provider is gone. */
  async release(taken: Taken, now: Date, session: ClientSession): Promise<void> {
    await this.#remove(taken, now, session)
  }

  async #changeAsItWas(
    {
      _id,
      organizationId,
      revision,
    }: Pick<NearLedger, 'organizationId'> & Pick<LedgerRecord, '_id' | 'revision'>,
    change: ReturnType<typeof changeOf>,
    session: ClientSession,
  ): Promise<void> {
    const asItWas = { _id, organization_id: organizationId, revision }
    const { matchedCount } = await this.#ledgers.updateOne(asItWas, change, { session, hint })
    if (matchedCount !== 1) throw new Error('a ledger was changed between decision and write')
  }

  /** The root is written first: two that create buckets of a provider conflict there, as does who deletes the provider. */
  async #createBuckets(
    { providerId, organizationId }: NearLedger,
    months: readonly Month[],
    entry: Entry,
    session: ClientSession,
  ): Promise<void> {
    const root = { _id: providerId, organization_id: organizationId }
    await this.#ledgers.updateOne(root, { $inc: { turns: 1 } }, { session, hint })
    const buckets = months.map((month) => newBucket({ providerId, organizationId }, month, [entry]))
    await this.#ledgers.insertMany(buckets, { session })
  }

  /** @param except documents out of which it has been taken */
  async #remove(
    { by, organizationId, providerId, start }: Taken,
    now: Date,
    session: ClientSession,
    except: readonly string[] = [],
  ): Promise<void> {
    const near = documentsOf(organizationId, [providerId], monthsAround({ from: start, to: start }), except)
    const change = changeOf({ remove: [by], now })
    await this.#ledgers.updateMany({ ...near, 'busy.by': by }, change, { session, hint })
  }

  /** Deletes the ledger of a provider, which conflicts with whoever takes a time in it at the same moment. */
  async delete(organizationId: string, providerId: string, session: ClientSession): Promise<void> {
    const filter = { organization_id: organizationId, ...allOf(providerId) }
    await this.#ledgers.deleteMany(filter, { session, hint })
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
    const concerned = { organization_id, $or: [...provider_ids.map(allOf), { 'busy.type': type }] }
    await this.#ledgers.updateMany(concerned, { $inc: { turns: 1 } }, { session })
  }

  async deleteAllOf(organizationId: string): Promise<void> {
    await this.#ledgers.deleteMany({ organization_id: organizationId })
  }
}
