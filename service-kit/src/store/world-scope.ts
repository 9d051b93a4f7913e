import type { Connection } from 'mongoose'

/**
 * How data of test clocks is written: after a failover of the database, tests are run again. Waiting until a majority has
 * each write on disk would be most of the time that an advance takes.
 */
export const QUICK_WRITES = { w: 1 } as const

/** Organisations of test clocks by the connection that serves them. */
const worlds = new WeakMap<Connection, string>()

/** Marks a connection as serving the organisation of one test clock, among others in the same database. */
export const setWorld = (connection: Connection, organizationId: string): void =>
  void worlds.set(connection, organizationId)

/** The organisation of the test clock that a connection serves; undefined in real time. */
export const worldOf = (connection: Connection): string | undefined => worlds.get(connection)

/** Filter that keeps a query for due work of all organisations to the test clock that its connection serves. */
export function inWorld(connection: Connection): { organization_id?: string } {
  const world = worldOf(connection)
  return world === undefined ? {} : { organization_id: world }
}
