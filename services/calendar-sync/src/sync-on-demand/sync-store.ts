import { collectionOf, newId, organizationSchema } from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'
import { ClaimLost } from '../claim-pool.ts'
import type { SyncPart, SyncRecord } from './sync.ts'

/** How long a sync can be queried, in seconds. */
const REMEMBER_SECONDS = 7 * 24 * 3_600

const schema = organizationSchema<SyncRecord>('syncs')
  .index({ created_at: 1 }, { expireAfterSeconds: REMEMBER_SECONDS })
  .index({ status: 1, _id: 1 })
  .index({ organization_id: 1 })

/** Requested syncs. */
export class SyncStore {
  readonly #syncs: mongo.Collection<SyncRecord>

  constructor(connection: Connection) {
    this.#syncs = collectionOf(connection, schema)
  }

  async insert(record: SyncRecord, session?: ClientSession): Promise<void> {
    await this.#syncs.insertOne(record, session && { session })
  }

  async find(organizationId: string, id: string): Promise<SyncRecord | null> {
    return await this.#syncs.findOne({ _id: id, organization_id: organizationId })
  }

  async findMany(ids: readonly string[]): Promise<SyncRecord[]> {
    return await this.#syncs.find({ _id: { $in: [...ids] } }).toArray()
  }

  /**
   * Claims the oldest sync that nobody runs, for a time by the database's clock.
   *
   * @param busy organisations to skip
   */
  async claim(ms: number, busy: readonly string[]): Promise<SyncRecord | null> {
    const free = {
      organization_id: { $nin: [...busy] },
      status: { $in: ['queued', 'running'] as SyncRecord['status'][] },
      $expr: { $lt: ['$leased_until', '$$NOW'] },
    }
    const taken = [
      {
        $set: {
          status: 'running',
          claim: newId('request'),
          leased_until: { $add: ['$$NOW', ms] },
          version: { $add: ['$version', 1] },
        },
      },
    ]
    return await this.#syncs.findOneAndUpdate(free, taken, { sort: { _id: 1 }, returnDocument: 'after' })
  }

  /** When the first unfinished sync can be claimed; undefined if there is none. */
  async nextFreeAt(): Promise<Date | undefined> {
    const open = { status: { $in: ['queued', 'running'] as SyncRecord['status'][] } }
    const next = await this.#syncs.find(open).sort({ leased_until: 1 }).limit(1).next()
    return next?.leased_until
  }

  /** Renews the claim. */
  async hold(sync: SyncRecord, ms: number): Promise<void> {
    await this.#change(sync, [{ $set: { leased_until: { $add: ['$$NOW', ms] } } }])
  }

  /** Records the progress of one connection. */
  async progress(sync: SyncRecord, { connection_id, ...part }: SyncPart): Promise<void> {
    const fields = Object.entries(part).map(([name, value]) => [`connections.$[one].${name}`, value])
    const arrayFilters = [{ 'one.connection_id': connection_id }]
    await this.#change(sync, { $set: Object.fromEntries(fields), $inc: { version: 1 } }, { arrayFilters })
  }

  async finish(sync: SyncRecord, status: 'completed' | 'failed', now: Date): Promise<void> {
    await this.#change(sync, {
      $set: { status, completed_at: now, leased_until: new Date(0) },
      $inc: { version: 1 },
    })
  }

  /** @throws ClaimLost if another replica has taken it over */
  async #change(
    { _id, claim = '' }: SyncRecord,
    update: mongo.UpdateFilter<SyncRecord> | mongo.Document[],
    options?: mongo.UpdateOptions,
  ): Promise<void> {
    const { matchedCount } = await this.#syncs.updateOne({ _id, claim }, update, options)
    if (matchedCount === 0) throw new ClaimLost()
  }
}
