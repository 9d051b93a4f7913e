import type { ClientSession, Connection } from 'mongoose'

interface Options {
  /** Limit for the whole transaction and its repetitions, in ms; the driver's two minutes by default. */
  readonly timeoutMS?: number
}

/**
 * Runs work in a transaction. The driver repeats it after a transient error, such as a write conflict, so its effects
 * outside the database must be repeatable.
 */
export const inTransaction = <T>(
  connection: Connection,
  work: (session: ClientSession) => Promise<T>,
  options?: Options,
): Promise<T> =>
  connection.getClient().withSession((session) => session.withTransaction(() => work(session), options))
