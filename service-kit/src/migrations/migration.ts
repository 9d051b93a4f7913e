import type { ClientSession, Connection } from 'mongoose'

/**
 * A change of stored data, of a version of a service. It runs beside replicas of this version and of the one before,
 * so it makes only what both can read (expand), or takes away what neither needs any more (contract).
 */
export interface Migration {
  /** A date and a name, `2026-11-22-announce-providers`; as it was released, for databases remember it. */
  readonly id: string
  readonly about: string
  /**
   * Does the next part, in a transaction that also notes how far it has come: whatever stops it, each part is done once.
   *
   * @param after what the last part returned
   * @returns what tells where this part ended; undefined when nothing is left
   */
  next(context: MigrationContext, after: string | undefined): Promise<string | undefined>
}

export interface MigrationContext {
  readonly connection: Connection
  readonly session: ClientSession
}
