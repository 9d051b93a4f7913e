import { nativeCollection, notFound, requireMatch } from '@usher/service-kit'
import type { ClientSession, Model, mongo } from 'mongoose'

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
  readonly limit: number
}

/** Records by organisation; a write succeeds only if the record is unchanged since it was read. */
export class VersionedStore<T extends Versioned> {
  readonly collection: mongo.Collection<Versioned>
  readonly #what: string

  /** @param what name of a record in error messages */
  constructor(model: Model<T>, what: string) {
    this.collection = nativeCollection(model as unknown as Model<Versioned>)
    this.#what = what
  }

  async insert(record: T, session: ClientSession): Promise<void> {
    await this.collection.insertOne(record, { session })
  }

  /** @throws ProblemError `not_found` */
  async require(organizationId: string, id: string, session?: ClientSession): Promise<T> {
    const [found] = await this.findMany(organizationId, [id], session)
    if (!found) throw notFound(this.#what)
    return found
  }

  /** @throws ProblemError `not_found`, `precondition_failed` */
  async requireMatching({ organizationId, id, ifMatch }: Target, session?: ClientSession): Promise<T> {
    const found = await this.require(organizationId, id, session)
    requireMatch(ifMatch, found.version)
    return found
  }

  async findMany(organizationId: string, ids: readonly string[], session?: ClientSession): Promise<T[]> {
    const filter = { organization_id: organizationId, _id: { $in: [...ids] } }
    return (await this.collection.find(filter, session && { session }).toArray()) as unknown as T[]
  }

  /** Ordered by id: oldest first. */
  async list(organizationId: string, filter: object, { afterId, limit }: Page): Promise<T[]> {
    const found = this.collection
      .find({ ...filter, organization_id: organizationId, ...(afterId && { _id: { $gt: afterId } }) })
      .sort({ _id: 1 })
      .limit(limit)
    return (await found.toArray()) as unknown as T[]
  }

  /** False if it was deleted or changed meanwhile. */
  async replace({ _id, organization_id, version }: T, after: T, session?: ClientSession): Promise<boolean> {
    const asItWas = { _id, organization_id, version }
    const { matchedCount } = await this.collection.replaceOne(asItWas, after, session && { session })
    return matchedCount === 1
  }

  /**
   * Changes the current version of a record. Retries after a concurrent change, so that `If-Match` is checked
   * against the version being overwritten.
   *
   * @throws ProblemError `not_found`, `precondition_failed`
   */
  async change(target: Target, change: (current: T) => T): Promise<{ before: T; after: T }> {
    for (;;) {
      const changed = await this.tryChange(target, change)
      if (changed) return changed
    }
  }

  /**
   * Changes a record once; undefined after a concurrent change. In a transaction, that is a write conflict
   * instead.
   */
  async tryChange(target: Target, change: (current: T) => T, session?: ClientSession) {
    const before = await this.requireMatching(target, session)
    const after = change(before)
    return (await this.replace(before, after, session)) ? { before, after } : undefined
  }

  /** Deletes a record read in the same transaction. */
  async delete({ _id, organization_id }: T, session: ClientSession): Promise<void> {
    await this.collection.deleteOne({ _id, organization_id }, { session })
  }

  /** Returns the number deleted. */
  async deleteAllOf(organizationId: string): Promise<number> {
    return (await this.collection.deleteMany({ organization_id: organizationId })).deletedCount
  }
}
