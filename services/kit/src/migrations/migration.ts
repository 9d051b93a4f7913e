import type { ClientSession, Connection } from 'mongoose'

/**
 * A change of stored data that comes with a version of a service. It runs beside replicas of this version and the one
 * before, so it either makes only what both can read (expand), or removes what neither needs any more (contract).
 */
export interface Migration {
  /** A date and a name, `2026-11-22-split-names`. Never change it after release: databases remember it. */
  readonly id: string
  readonly about: string
  /**
   * Does the next part in a transaction that also records progress: whatever interrupts it, each part is done once.
   *
   * @param after what the last part returned
   * @returns where this part ended; undefined when nothing is left
   */
  next(context: MigrationContext, after: string | undefined): Promise<string | undefined>
}

export interface MigrationContext {
  readonly connection: Connection
  readonly session: ClientSession
}
