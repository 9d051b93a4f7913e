import type { Connection } from 'mongoose'

/** The organisation of the test clock that is being served, by the connection to the data of test clocks. */
const scopes = new WeakMap<Connection, () => string>()

/** Marks a connection as one to the data of test clocks, which are served one at a time. */
export const scopeToTestClock = (connection: Connection, organizationId: () => string): void =>
  void scopes.set(connection, organizationId)

/** Whether a connection is to the data of test clocks. */
export const isOfTestClocks = (connection: Connection): boolean => scopes.has(connection)

/** The organisation of the test clock that is being served; undefined for live data. */
export const servedOrganization = (connection: Connection): string | undefined => scopes.get(connection)?.()

/** Limits a query for due work of all organisations to the test clock that is being served. */
export function dueScope(connection: Connection): { organization_id?: string } {
  const organization_id = servedOrganization(connection)
  return organization_id === undefined ? {} : { organization_id }
}
