import type { Caller } from '@usher/contracts'
import type { ClientSession, mongo } from 'mongoose'
import { notFound } from '../errors.ts'
import { requireMatch } from '../formats/etag.ts'
import { type Capped, requireRoom } from './require-room.ts'

/** Fields of every record that clients create, change and delete. */
export interface Versioned {
  readonly _id: string
  readonly organization_id: string
  /** Incremented with each change. */
  readonly version: number
}

/** The record that a client addresses, and the version that the client has seen. */
export interface Target {
  readonly organizationId: string
  readonly id: string
  readonly ifMatch: string | undefined
}

interface Page {
  readonly afterId: string | undefined
  /** 0: all */
  readonly limit: number
}

/** Records of organisations, each found only within its own. */
export class TenantStore<T extends Versioned> {
  protected readonly collection: mongo.Collection<T>
  /** The same collection, for filters on the fields that every record has. */
  readonly #versioned: mongo.Collection<Versioned>
  readonly #what: string

  /** @param what name of a record in error messages */
  constructor(collection: mongo.Collection<T>, what: string) {
    this.collection = collection
    this.#versioned = this.collection as unknown as mongo.Collection<Versioned>
    this.#what = what
  }

  async insert(record: T, session: ClientSession): Promise<void> {
    await this.#versioned.insertOne(record, { session })
  }

  async find(organizationId: string, id: string, session?: ClientSession): Promise<T | null> {
    const one = { _id: id, organization_id: organizationId }
    return (await this.#versioned.findOne(one, session && { session })) as T | null
  }

  async findMany(organizationId: string, ids: readonly string[], session?: ClientSession): Promise<T[]> {
    const filter = { organization_id: organizationId, _id: { $in: [...ids] } }
    return (await this.#versioned.find(filter, session && { session }).toArray()) as unknown as T[]
  }

  /** @throws ProblemError `not_found` */
  async require(organizationId: string, id: string, session?: ClientSession): Promise<T> {
    const found = await this.find(organizationId, id, session)
    if (!found) throw notFound(this.#what)
    return found
  }

  /** @throws ProblemError `not_found`, `precondition_failed` */
  async requireMatching({ organizationId, id, ifMatch }: Target, session?: ClientSession): Promise<T> {
    const found = await this.require(organizationId, id, session)
    requireMatch(ifMatch, found.version)
    return found
  }

  /**
   * Checks that the caller's organisation may create one more. Archived ones do not count.
   *
   * @throws ProblemError `plan_limit_reached`
   */
  async requireRoom(kind: Capped, caller: Caller, session: ClientSession): Promise<void> {
    const all = { organization_id: caller.organization_id, archived_at: null }
    await requireRoom(kind, caller, (limit) => this.#versioned.countDocuments(all, { session, limit }))
  }

  /** Ordered by id: oldest first. */
  async list(organizationId: string, { afterId, limit }: Page, filter: object = {}): Promise<T[]> {
    const found = this.#versioned
      .find({ ...filter, organization_id: organizationId, ...(afterId && { _id: { $gt: afterId } }) })
      .sort({ _id: 1 })
      .limit(limit)
    return (await found.toArray()) as unknown as T[]
  }

  /** Deletes a record as read; false if it was deleted or changed meanwhile. */
  async delete({ _id, organization_id, version }: T, session?: ClientSession): Promise<boolean> {
    const asRead = { _id, organization_id, version }
    return (await this.#versioned.deleteOne(asRead, session && { session })).deletedCount === 1
  }

  /**
   * Deletes the current version of a record and returns it. Retries after a concurrent change.
   *
   * @throws ProblemError `not_found`, `precondition_failed`
   */
  async remove(target: Target): Promise<T> {
    for (;;) {
      const current = await this.requireMatching(target)
      if (await this.delete(current)) return current
    }
  }

  /** Returns the number deleted. */
  async deleteAllOf(organizationId: string): Promise<number> {
    return (await this.#versioned.deleteMany({ organization_id: organizationId })).deletedCount
  }
}
