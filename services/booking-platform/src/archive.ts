import type { Target, Versioned, VersionedStore } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'

interface Archivable extends Versioned {
  readonly active: boolean
  readonly archived_at: Date | null
  readonly updated_at: Date
}

/**
 * Archives a record. Archiving again changes nothing. @throws ProblemError `not_found`, `precondition_failed`
 */
export const archive = <T extends Archivable>(store: VersionedStore<T>, target: Target, now: Date) =>
  store.change(target, (current) => archived(current, now))

const archived = <T extends Archivable>(current: T, now: Date): T =>
  current.archived_at
    ? current
    : { ...current, active: false, archived_at: now, updated_at: now, version: current.version + 1 }

interface Deletion<T extends Versioned> {
  readonly store: VersionedStore<T>
  readonly target: Target
  /** Whether anything refers to it, as seen in the transaction. */
  readonly isUsed: () => Promise<boolean>
  readonly now: Date
}

/**
 * Deletes a record that nothing refers to; archives it otherwise, so that bookings can still name it.
 * Archiving again changes nothing. `after` is null if it was deleted.
 *
 * The caller must make sure that adding a reference at the same time conflicts with the transaction.
 *
 * @throws ProblemError `not_found`, `precondition_failed`
 */
export async function archiveOrDelete<T extends Archivable>(
  session: ClientSession,
  { store, target, isUsed, now }: Deletion<T>,
): Promise<{ before: T; after: T | null }> {
  const before = await store.requireMatching(target, session)
  if (before.archived_at) return { before, after: before }
  if (!(await isUsed())) {
    await store.delete(before, session)
    return { before, after: null }
  }
  const after = archived(before, now)
  await store.replace(before, after, session)
  return { before, after }
}
