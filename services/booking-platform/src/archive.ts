import type { Target, Versioned, VersionedStore } from './versioned-store.ts'

interface Archivable extends Versioned {
  readonly active: boolean
  readonly archived_at: Date | null
  readonly updated_at: Date
}

/** Archives something; again, it changes nothing. @throws ProblemError `not_found`, `precondition_failed` */
export const archive = <T extends Archivable>(store: VersionedStore<T>, target: Target, now: Date) =>
  archiveOrDelete(store, target, async () => true, now)

/**
 * Deletes what nothing refers to, and archives the rest, so that bookings go on naming what they are for. Archiving
 * again changes nothing. `after` is null where it is deleted.
 *
 * @throws ProblemError `not_found`, `precondition_failed`
 */
export async function archiveOrDelete<T extends Archivable>(
  store: VersionedStore<T>,
  target: Target,
  isUsed: () => Promise<boolean>,
  now: Date,
): Promise<{ before: T; after: T | null }> {
  for (;;) {
    const before = await store.requireMatching(target)
    if (before.archived_at) return { before, after: before }
    if (!(await isUsed())) {
      if (await store.delete(before)) return { before, after: null }
      continue
    }
    const archived = { active: false, archived_at: now, updated_at: now, version: before.version + 1 }
    const after = { ...before, ...archived }
    if (await store.replace(before, after)) return { before, after }
  }
}
