import type { mongo } from 'mongoose'

/** Commands that change a collection. */
const WRITES = new Set(['insert', 'update', 'delete', 'findAndModify'])

/**
 * Which collections of a database this process uses, and when each was last written to. Work that found nothing to do
 * finds nothing new until one of the collections it looked at is written to.
 */
export class Traffic {
  /** Number of the last write, by collection. */
  readonly #lastWrites = new Map<string, number>()
  /** Collections that commands in progress make changes visible in, by request. */
  readonly #begun = new Map<number, Iterable<string>>()
  /** Collections written to in open transactions, by session. */
  readonly #uncommitted = new Map<string, Set<string>>()
  /** What each act in progress has used: acts of two clocks may overlap while one waits outside the stage. */
  readonly #acts = new Set<Set<string>>()
  #writes = 0

  constructor(client: mongo.MongoClient, database: string) {
    client.on('commandStarted', ({ commandName, command, databaseName, requestId }) => {
      // Aborting one makes nothing visible; looking once more does no harm.
      if (commandName === 'commitTransaction' || commandName === 'abortTransaction') {
        this.#begun.set(requestId, this.#uncommitted.get(sessionOf(command)) ?? [])
        this.#uncommitted.delete(sessionOf(command))
        return
      }
      const collection: unknown = command[commandName]
      if (databaseName !== database || typeof collection !== 'string') return
      for (const used of this.#acts) used.add(collection)
      if (!WRITES.has(commandName)) return
      this.#begun.set(requestId, [collection])
      if (command.autocommit !== false) return
      const written = this.#uncommitted.get(sessionOf(command)) ?? new Set()
      this.#uncommitted.set(sessionOf(command), written.add(collection))
    })
    const end = ({ requestId }: { readonly requestId: number }) => {
      for (const collection of this.#begun.get(requestId) ?? []) {
        this.#writes += 1
        this.#lastWrites.set(collection, this.#writes)
      }
      this.#begun.delete(requestId)
    }
    client.on('commandSucceeded', end)
    // The server may have made the change before the connection was lost.
    client.on('commandFailed', end)
  }

  /** How many writes there have been. */
  get writes(): number {
    return this.#writes
  }

  /** Whether one of these collections was written to after the given number of writes. */
  hasWritten(collections: Iterable<string>, since: number): boolean {
    return [...collections].some((one) => (this.#lastWrites.get(one) ?? 0) > since)
  }

  /** Runs an act, and returns the collections that were used meanwhile. */
  async during<T>(act: () => Promise<T>): Promise<{ result: T; used: ReadonlySet<string> }> {
    const used = new Set<string>()
    this.#acts.add(used)
    try {
      return { result: await act(), used }
    } finally {
      this.#acts.delete(used)
    }
  }
}

const sessionOf = ({ lsid }: mongo.Document): string => lsid.id.toString('hex')
