import type { ClientSession, mongo } from 'mongoose'
import { type Target, TenantStore, type Versioned } from './tenant-store.ts'

interface Change<T> {
  readonly before: T
  readonly after: T
}

/** Records that are replaced as a whole; a write succeeds only if the record is unchanged since it was read. */
export class VersionedStore<T extends Versioned> extends TenantStore<T> {
  /** False if it was deleted or changed meanwhile. */
  async replace({ _id, organization_id, version }: T, after: T, session?: ClientSession): Promise<boolean> {
    const asRead = { _id, organization_id, version } as mongo.Filter<T>
    const { matchedCount } = await this.collection.replaceOne(asRead, after, session && { session })
    return matchedCount === 1
  }

  /**
   * Changes the current version of a record. Retries after a concurrent change, so that `If-Match` is checked
   * against the version being overwritten.
   *
   * @throws ProblemError `not_found`, `precondition_failed`
   */
  async change(target: Target, change: (current: T) => T | Promise<T>): Promise<Change<T>> {
    for (;;) {
      const changed = await this.tryChange(target, change)
      if (changed) return changed
    }
  }

  /**
   * Changes a record once; undefined after a concurrent change. In a transaction, that is a write conflict
   * instead.
   */
  async tryChange(
    target: Target,
    change: (current: T) => T | Promise<T>,
    session?: ClientSession,
  ): Promise<Change<T> | undefined> {
    const before = await this.requireMatching(target, session)
    const after = await change(before)
    return (await this.replace(before, after, session)) ? { before, after } : undefined
  }
}
