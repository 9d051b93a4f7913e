import type { Caller } from '@usher/contracts'
import type { ClientSession, mongo } from 'mongoose'
import { notFound } from '../errors.ts'
import { type Capped, requireRoom } from './require-room.ts'

/** Fields of every record of an organisation. */
export interface Owned {
  readonly _id: string
  /** null: of none yet */
  readonly organization_id: string | null
}

interface Page {
  readonly afterId: string | undefined
  /** 0: all */
  readonly limit: number
}

/** Records of organisations, each found only within its own. */
export class TenantStore<T extends Owned> {
  protected readonly collection: mongo.Collection<T>
  /** The same collection, for filters on the fields that every record has. */
  readonly #owned: mongo.Collection<Owned>
  readonly #what: string

  /** @param what name of a record in error messages */
  constructor(collection: mongo.Collection<T>, what: string) {
    this.collection = collection
    this.#owned = this.collection as unknown as mongo.Collection<Owned>
    this.#what = what
  }

  async insert(record: T, session?: ClientSession): Promise<void> {
    await this.#owned.insertOne(record, session && { session })
  }

  async find(organizationId: string, id: string, session?: ClientSession): Promise<T | null> {
    const one = { _id: id, organization_id: organizationId }
    return (await this.#owned.findOne(one, session && { session })) as T | null
  }

  async findMany(organizationId: string, ids: readonly string[], session?: ClientSession): Promise<T[]> {
    const filter = { organization_id: organizationId, _id: { $in: [...ids] } }
    return (await this.#owned.find(filter, session && { session }).toArray()) as unknown as T[]
  }

  /** @throws ProblemError `not_found` */
  async require(organizationId: string, id: string, session?: ClientSession): Promise<T> {
    const found = await this.find(organizationId, id, session)
    if (!found) throw notFound(this.#what)
    return found
  }

  /**
   * Checks that the caller's organisation may create one more. Archived ones do not count.
   *
   * @throws ProblemError `plan_limit_reached`
   */
  async requireRoom(kind: Capped, caller: Caller, session: ClientSession): Promise<void> {
    const all = { organization_id: caller.organization_id, archived_at: null }
    await requireRoom(kind, caller, (limit) => this.#owned.countDocuments(all, { session, limit }))
  }

  /** Ordered by id: oldest first. */
  async list(organizationId: string, { afterId, limit }: Page, filter: object = {}): Promise<T[]> {
    const found = this.#owned
      .find({ ...filter, organization_id: organizationId, ...(afterId && { _id: { $gt: afterId } }) })
      .sort({ _id: 1 })
      .limit(limit)
    return (await found.toArray()) as unknown as T[]
  }

  /** Returns the number deleted. */
  async deleteAllOf(organizationId: string): Promise<number> {
    return (await this.#owned.deleteMany({ organization_id: organizationId })).deletedCount
  }
}
