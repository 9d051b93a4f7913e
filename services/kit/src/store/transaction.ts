import type { ClientSession, Connection, mongo } from 'mongoose'

interface Options {
  /** Limit for the whole transaction and its repetitions, in ms; the driver's two minutes by default. */
  readonly timeoutMS?: number
}

const repetitions = new WeakMap<mongo.MongoClient, number>()

/** How often transactions of this client were repeated so far. */
export const repetitionsOf = (client: mongo.MongoClient): number => repetitions.get(client) ?? 0

/**
 * Runs work in a transaction. The driver repeats it after a transient error, such as a write conflict, so its effects
 * outside the database must be repeatable.
 */
export function inTransaction<T>(
  connection: Connection,
  work: (session: ClientSession) => Promise<T>,
  options?: Options,
): Promise<T> {
  const client = connection.getClient()
  let hasRun = false
  const attempt = (session: ClientSession) => {
    if (hasRun) repetitions.set(client, repetitionsOf(client) + 1)
    hasRun = true
    return work(session)
  }
  return client.withSession((session) => session.withTransaction(() => attempt(session), options))
}
