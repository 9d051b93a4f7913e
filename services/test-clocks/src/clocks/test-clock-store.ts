import { collectionOf, collectionSchema } from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'
import { expiredBefore, type TestClock } from './test-clock.ts'

/** Lease of a process on a clock after its last report, in ms. */
export const LEASE_MS = 15_000

/** Failed turns in a row after which a clock fails, and the pause after each, in ms. */
const MAX_FAILURES = 5
const PAUSE_MS = 500

const schema = collectionSchema<TestClock>('test_clocks')
  .index({ organization_id: 1, _id: -1 })
  .index({ driven_at: 1 })
  .index({ used_at: 1 })

const OPEN = { deleted_at: null }
const NO_OWNER = { owner: null, leased_until: new Date(0) }

/** Clocks with work to do. */
const HAS_WORK: mongo.Filter<TestClock> = {
  $or: [
    { deleted_at: { $ne: null } },
    { status: 'advancing' },
    { status: 'ready', $expr: { $gt: ['$requests', '$settled'] } },
  ],
}

/** Which process reports on which clock, and when in real time. */
interface Report {
  readonly clock: TestClock
  readonly owner: string
  readonly at: Date
  /** Time of the clock up to which all work is done. */
  readonly now: Date
}

export class TestClockStore {
  readonly #clocks: mongo.Collection<TestClock>

  constructor(connection: Connection) {
    this.#clocks = collectionOf(connection, schema)
  }

  async insert(clock: TestClock, session: ClientSession): Promise<void> {
    await this.#clocks.insertOne(clock, { session })
  }

  async count(
    organizationId: string,
    options: { readonly session: ClientSession; readonly limit: number },
  ): Promise<number> {
    return await this.#clocks.countDocuments({ organization_id: organizationId, ...OPEN }, options)
  }

  async find(organizationId: string, id: string, session?: ClientSession): Promise<TestClock | null> {
    const own = { _id: id, organization_id: organizationId, ...OPEN }
    return await this.#clocks.findOne(own, session ? { session } : {})
  }

  /** Newest first. */
  async list(
    organizationId: string,
    { beforeId, limit }: { readonly beforeId: string | undefined; readonly limit: number },
  ): Promise<TestClock[]> {
    const filter = { organization_id: organizationId, ...OPEN, ...(beforeId && { _id: { $lt: beforeId } }) }
    return await this.#clocks.find(filter).sort({ _id: -1 }).limit(limit).toArray()
  }

  /** Records that a request uses a clock; null if there is no such clock. */
  async use(organizationId: string, id: string, at: Date): Promise<TestClock | null> {
    const own = { _id: id, organization_id: organizationId, ...OPEN }
    const update = { $set: { used_at: at } }
    return await this.#clocks.findOneAndUpdate(own, update, { returnDocument: 'after' })
  }

  /** Counts a request that may have left work, once it is done: a turn that overlaps it may miss that work. */
  async countRequest({ _id, organization_id }: TestClock): Promise<void> {
    await this.#clocks.updateOne({ _id, organization_id }, { $inc: { requests: 1 } })
  }

  async introduced({ _id, organization_id }: TestClock): Promise<void> {
    await this.#clocks.updateOne({ _id, organization_id }, { $set: { is_introduced: true } })
  }

  /** Starts advancing a clock, as read in the transaction. */
  async begin(
    { _id, organization_id, version }: TestClock,
    { to, at }: { readonly to: Date; readonly at: Date },
    session: ClientSession,
  ): Promise<TestClock> {
    const asRead = { _id, organization_id, version, ...OPEN }
    const started = { status: 'advancing' as const, advancing_to: to, used_at: at }
    const update = { $set: started, $inc: { version: 1 } }
    const begun = await this.#clocks.findOneAndUpdate(asRead, update, { session, returnDocument: 'after' })
    if (!begun) throw new Error(`the test clock ${_id} was changed in its transaction`)
    return begun
  }

  /** Deletes a clock as read; false if it was changed meanwhile. Its data goes afterwards. */
  async delete({ _id, organization_id, version }: TestClock, at: Date): Promise<boolean> {
    const asRead = { _id, organization_id, version, ...OPEN }
    return (await this.#clocks.updateOne(asRead, { $set: { deleted_at: at } })).matchedCount === 1
  }

  async deleteAllOf(organizationId: string, at: Date): Promise<void> {
    await this.#clocks.updateMany({ organization_id: organizationId, ...OPEN }, { $set: { deleted_at: at } })
  }

  /** Deletes those that were not used for long. */
  async deleteExpired(at: Date): Promise<void> {
    const expired = { ...OPEN, used_at: { $lt: expiredBefore(at) } }
    await this.#clocks.updateMany(expired, { $set: { deleted_at: at } })
  }

  /** Leases the clock with work that has waited longest, but of none of these organisations; null: there is none. */
  async claim(owner: string, busy: readonly string[], at: Date): Promise<TestClock | null> {
    return await this.#clocks.findOneAndUpdate(
      { organization_id: { $nin: [...busy] }, leased_until: { $lte: at }, ...HAS_WORK },
      { $set: { owner, leased_until: leaseEnd(at) } },
      { sort: { driven_at: 1 }, returnDocument: 'after' },
    )
  }

  /** Renews the lease; null if another process has it. */
  async renew({ clock: { _id }, owner, at, now }: Report): Promise<TestClock | null> {
    return await this.#clocks.findOneAndUpdate(
      { _id, owner },
      { $set: { now, leased_until: leaseEnd(at) } },
      { returnDocument: 'after' },
    )
  }

  /** Ends the lease on a clock that has more to do. */
  async giveBack({ clock: { _id }, owner, at, now }: Report): Promise<void> {
    await this.#clocks.updateOne({ _id, owner }, { $set: { ...NO_OWNER, now, driven_at: at, failures: 0 } })
  }

  /** Ends the lease on a clock whose work as of its claim is done. Later requests have it driven again. */
  async settle({ clock: { _id, version, requests: settled }, owner, at, now }: Report): Promise<void> {
    const released = { ...NO_OWNER, now, driven_at: at, settled, failures: 0 }
    const isArrived = { $and: [{ $eq: ['$version', version] }, { $ne: ['$status', 'failed'] }] }
    await this.#clocks.updateOne({ _id, owner }, [
      {
        $set: {
          ...released,
          status: { $cond: [isArrived, 'ready', '$status'] },
          advancing_to: { $cond: [isArrived, null, '$advancing_to'] },
        },
      },
    ])
  }

  /** Delays the next turn after a failed one. After too many in a row, the clock fails. */
  async putOff({ clock: { _id, failures }, owner, at, now }: Report, isFailure: boolean): Promise<void> {
    const count = failures + (isFailure ? 1 : 0)
    const leased_until = new Date(at.getTime() + PAUSE_MS)
    const after = { owner: null, leased_until, driven_at: at, now, failures: count }
    const failed = count < MAX_FAILURES ? {} : { status: 'failed' as const, advancing_to: null }
    await this.#clocks.updateOne({ _id, owner }, { $set: { ...after, ...failed } })
  }

  /** Removes a clock whose data is gone. */
  async remove({ clock: { _id }, owner }: Pick<Report, 'clock' | 'owner'>): Promise<void> {
    await this.#clocks.deleteOne({ _id, owner, deleted_at: { $ne: null } })
  }
}

const leaseEnd = (at: Date): Date => new Date(at.getTime() + LEASE_MS)
