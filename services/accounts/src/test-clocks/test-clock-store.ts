import { CLOCK_SERVICES, type ClockService } from '@usher/contracts'
import { nativeCollection } from '@usher/service-kit'
import { type ClientSession, type Connection, type mongo, Schema } from 'mongoose'
import { expiredBefore, type TestClock } from './test-clock.ts'

/** Lease of a gateway on a clock after its last report, in ms. */
const LEASE_MS = 15_000

const schema = new Schema<TestClock>(
  { _id: String, organization_id: String },
  { collection: 'test_clocks', versionKey: false, strict: false },
).index({ organization_id: 1, _id: -1 })

const OPEN = { deleted_at: null }
const NOBODY = { owner: null, leased_until: new Date(0) }

/** Clocks with work to do. */
const HAS_WORK: mongo.Filter<TestClock> = {
  $or: [
    { deleted_at: { $ne: null } },
    { status: 'advancing' },
    { status: 'ready', is_introduced: false },
    { status: 'ready', wanted: { $gt: 0 } },
  ],
}

/** How a gateway reports. */
interface Report {
  readonly owner: string
  readonly worldId: string
  /** Virtual time reached. */
  readonly now: Date
  readonly dues: TestClock['dues']
  /** Real time. */
  readonly at: Date
}

/** Test clocks. Leases are by the clock of the database, as this service goes by it. */
export class TestClockStore {
  readonly #clocks: mongo.Collection<TestClock>

  constructor(connection: Connection) {
    this.#clocks = nativeCollection(connection.model<TestClock>('TestClock', schema))
  }

  async insert(clock: TestClock, session: ClientSession): Promise<void> {
    await this.#clocks.insertOne(clock, { session })
  }

  async count(organizationId: string, session: ClientSession): Promise<number> {
    return await this.#clocks.countDocuments({ organization_id: organizationId, ...OPEN }, { session })
  }

  async find(organizationId: string, id: string, session?: ClientSession): Promise<TestClock | null> {
    return await this.#clocks.findOne(
      { _id: id, organization_id: organizationId, ...OPEN },
      { ...(session && { session }) },
    )
  }

  /** Newest first. */
  async list(
    organizationId: string,
    { beforeId, limit }: { readonly beforeId: string | undefined; readonly limit: number },
  ): Promise<TestClock[]> {
    const filter = { organization_id: organizationId, ...OPEN, ...(beforeId && { _id: { $lt: beforeId } }) }
    return await this.#clocks.find(filter).sort({ _id: -1 }).limit(limit).toArray()
  }

  /** Records a use of a clock, and the service in which it may leave work. */
  async use(
    organizationId: string,
    id: string,
    touched: ClockService | null,
    at: Date,
  ): Promise<TestClock | null> {
    const own = { _id: id, organization_id: organizationId, ...OPEN }
    const update = { $set: { used_at: at }, ...(touched && { $inc: { wanted: 1 }, $addToSet: { touched } }) }
    return await this.#clocks.findOneAndUpdate(own, update, { returnDocument: 'after' })
  }

  /** Records services in which requests have left work. */
  async touch(worldId: string, services: readonly ClockService[]): Promise<void> {
    const touched = { $each: [...services] }
    await this.#clocks.updateOne({ world_id: worldId }, { $inc: { wanted: 1 }, $addToSet: { touched } })
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

  async deleteAllOf(organizationId: string, session: ClientSession, at: Date): Promise<void> {
    await this.#clocks.updateMany(
      { organization_id: organizationId, ...OPEN },
      { $set: { deleted_at: at } },
      { session },
    )
  }

  /** Deletes those that were not used for long. */
  async deleteExpired(at: Date): Promise<void> {
    await this.#clocks.updateMany(
      { ...OPEN, used_at: { $lt: expiredBefore(at) } },
      { $set: { deleted_at: at } },
    )
  }

  /** Leases a clock with work to do, of one organisation or any; null if there is none. */
  async claim(owner: string, organizationId: string | null, at: Date): Promise<TestClock | null> {
    const free = { leased_until: { $lte: at } }
    const among = organizationId === null ? {} : { organization_id: organizationId }
    // A gateway that died may have left work anywhere.
    const touched = { $cond: [{ $eq: ['$owner', null] }, '$touched', CLOCK_SERVICES] }
    const lease = { owner, leased_until: leaseEnd(at), driven: '$wanted', touched }
    return await this.#clocks.findOneAndUpdate({ ...among, ...free, ...HAS_WORK }, [{ $set: lease }], {
      returnDocument: 'after',
    })
  }

  /** Records the time a clock has reached and renews the lease; null if another gateway has it. */
  async renew({ owner, worldId, now, dues, at }: Report): Promise<TestClock | null> {
    return await this.#clocks.findOneAndUpdate(
      { world_id: worldId, owner },
      { $set: { now, dues, leased_until: leaseEnd(at) } },
      { returnDocument: 'after' },
    )
  }

  /** Likewise, and takes up what requests have left meanwhile. */
  async takeUp({ owner, worldId, now, dues, at }: Report): Promise<TestClock | null> {
    return await this.#clocks.findOneAndUpdate(
      { world_id: worldId, owner },
      [{ $set: { now, dues: { $literal: dues }, leased_until: leaseEnd(at), driven: '$wanted' } }],
      { returnDocument: 'after' },
    )
  }

  /** Gives a clock back that has nothing more to do; false if it has, or another gateway has it. */
  async settle({ owner, worldId, now, dues }: Report): Promise<boolean> {
    const done = {
      status: 'ready' as const,
      advancing_to: null,
      now,
      dues,
      touched: [],
      wanted: 0,
      driven: 0,
      is_introduced: true,
    }
    const { matchedCount } = await this.#clocks.updateOne(
      {
        ...{ world_id: worldId, owner, ...OPEN },
        $or: [{ advancing_to: null }, { advancing_to: { $lte: now } }],
        $expr: { $eq: ['$wanted', '$driven'] },
      },
      { $set: { ...done, ...NOBODY } },
    )
    return matchedCount === 1
  }

  /** Gives a clock up that cannot go on. */
  async fail({ owner, worldId }: Report): Promise<void> {
    const failed = { status: 'failed' as const, advancing_to: null, ...NOBODY }
    await this.#clocks.updateOne({ world_id: worldId, owner }, { $set: failed })
  }

  /** Forgets a clock whose data is gone. */
  async forget({ owner, worldId }: Report): Promise<void> {
    await this.#clocks.deleteOne({ world_id: worldId, owner, deleted_at: { $ne: null } })
  }
}

const leaseEnd = (at: Date): Date => new Date(at.getTime() + LEASE_MS)
