import type { Connection } from 'mongoose'
import { inTransaction } from '../store/transaction.ts'
import type { Migration } from './migration.ts'
import { MigrationStore } from './migration-store.ts'

/**
 * Runs a migration to its end, from where it was left. Safe to kill and rerun, and to run twice at once.
 *
 * @returns parts done by this run; 0 if it was complete
 */
export async function runMigration(connection: Connection, migration: Migration): Promise<number> {
  const store = new MigrationStore(connection)
  await store.begin(migration.id, new Date())
  let parts = 0
  while (await doNextPart(connection, store, migration)) parts++
  return parts
}

async function doNextPart(
  connection: Connection,
  store: MigrationStore,
  { id, next }: Migration,
): Promise<boolean> {
  return await inTransaction(connection, async (session) => {
    const record = await store.claim(id, session)
    if (record === undefined) return false
    const after = await next({ connection, session }, record.after)
    await store.advance(id, after, new Date(), session)
    return true
  })
}
