import type { ClientSession, mongo } from 'mongoose'
import { requireMatch } from '../formats/etag.ts'
import { type Owned, TenantStore } from './tenant-store.ts'

/** Fields of every record that clients create, change and delete. */
export interface Versioned extends Owned {
  /** Incremented with each change. */
  readonly version: number
}

/** The record that a client addresses, and the version that the client has seen. */
export interface Target {
  readonly organizationId: string
  readonly id: string
  readonly ifMatch: string | undefined
}

interface Change<T> {
  readonly before: T
  readonly after: T
}

/** Records that clients change and delete only at the version that they have seen. */
export class MatchingStore<T extends Versioned> extends TenantStore<T> {
  /** @throws ProblemError `not_found`, `precondition_failed` */
  async requireMatching({ organizationId, id, ifMatch }: Target, session?: ClientSession): Promise<T> {
    const found = await this.require(organizationId, id, session)
    requireMatch(ifMatch, found.version)
    return found
  }

  /** Deletes a record as read; false if it was deleted or changed meanwhile. */
  async delete({ _id, organization_id, version }: T, session?: ClientSession): Promise<boolean> {
    const asRead = { _id, organization_id, version } as mongo.Filter<T>
    return (await this.collection.deleteOne(asRead, session && { session })).deletedCount === 1
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
}

/** Records that are replaced as a whole; a write succeeds only if the record is unchanged since it was read. */
export class VersionedStore<T extends Versioned> extends MatchingStore<T> {
  /** False if it was deleted or changed meanwhile. */
  async replace({ _id, organization_id, version }: T, after: T, session?: ClientSession): Promise<boolean> {
    const asRead = { _id, organization_id, version } as mongo.Filter<T>
    const { matchedCount } = await this.collection.replaceOne(asRead, after, session && { session })
    return matchedCount === 1
  }

  /**
   * Changes the current version of a record. Retries after a concurrent change, so that `If-Match` is checked
   * against the version being overwritten; in a transaction, the code that repeats it does.
   *
   * @throws ProblemError `not_found`, `precondition_failed`
   */
  async change(
    target: Target,
    change: (current: T) => T | Promise<T>,
    session?: ClientSession,
  ): Promise<Change<T>> {
    for (;;) {
      const before = await this.requireMatching(target, session)
      const after = await change(before)
      if (await this.replace(before, after, session)) return { before, after }
      // A concurrent change is a write conflict instead.
      if (session) throw new Error('a record was changed within a transaction')
    }
  }
}
