import type { ClientSession } from 'mongoose'
import type { Target, Versioned, VersionedStore } from './versioned-store.ts'

interface Archivable extends Versioned {
  readonly active: boolean
  readonly archived_at: Date | null
  readonly updated_at: Date
}

/** Archives something; again, it changes nothing. @throws ProblemError `not_found`, `precondition_failed` */
export const archive = <T extends Archivable>(store: VersionedStore<T>, target: Target, now: Date) =>
  store.change(target, (current) => archived(current, now))

const archived = <T extends Archivable>(current: T, now: Date): T =>
  current.archived_at
    ? current
    : { ...current, active: false, archived_at: now, updated_at: now, version: current.version + 1 }

interface Deletion<T extends Versioned> {
  readonly store: VersionedStore<T>
  readonly target: Target
  /** Whether something refers to it, as the transaction sees it. */
  readonly isUsed: () => Promise<boolean>
  readonly now: Date
}

/**
 * Deletes what nothing refers to, and archives the rest, so that bookings go on naming what they are for. Archiving
 * again changes nothing. `after` is null where it is deleted.
 *
 * The caller sees to it that whoever would refer to it meanwhile conflicts with the transaction.
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
