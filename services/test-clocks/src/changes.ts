import type { mongo } from 'mongoose'

const READS = new Set(['find', 'aggregate', 'count', 'distinct'])
const WRITES = new Set(['insert', 'update', 'delete', 'findAndModify', 'bulkWrite'])
const ENDS = new Set(['commitTransaction', 'abortTransaction'])

/** Collections that some work has read, as `database.collection`, and how often each had changed when it first did. */
export type Reads = Map<string, number>

/**
 * Counts the changes of collections, and notes which of them work reads, by the commands of a client that was opened with
 * `monitorCommands`: work that has read nothing that has changed since has nothing new to find.
 */
export class Changes {
  readonly #counts = new Map<string, number>()
  /** Writes that are under way, by request. */
  readonly #writing = new Map<number, string>()
  /** Collections changed in transactions that have not ended, by session. */
  readonly #open = new Map<string, Set<string>>()
  #reads: Reads | undefined

  constructor(client: mongo.MongoClient) {
    client.on('commandStarted', (event) => this.#started(event))
    client.on('commandSucceeded', ({ requestId }) => this.#ended(requestId))
    client.on('commandFailed', ({ requestId }) => this.#ended(requestId))
  }

  /** How often a collection has changed so far. */
  of(name: string): number {
    return this.#counts.get(name) ?? 0
  }

  /** Whether any of the collections has changed since it was read. */
  since(reads: Reads): boolean {
    return [...reads].some(([name, count]) => this.of(name) !== count)
  }

  /**
   * Notes what is read during work, one piece of work at a time. What it reads in transactions is what it works on, and
   * does not count.
   */
  async during<T>(reads: Reads, work: () => Promise<T>): Promise<T> {
    this.#reads = reads
    try {
      return await work()
    } finally {
      this.#reads = undefined
    }
  }

  #started({ commandName, command, databaseName, requestId }: mongo.CommandStartedEvent): void {
    const session =
      command.txnNumber !== undefined && command.autocommit === false && command.lsid.id.toString('hex')
    const name = `${databaseName}.${command[commandName]}`
    if (READS.has(commandName)) {
      if (!session && this.#reads && !this.#reads.has(name)) this.#reads.set(name, this.of(name))
    } else if (WRITES.has(commandName)) {
      if (session) this.#changedBy(session).add(name)
      else this.#writing.set(requestId, name)
    } else if (ENDS.has(commandName) && session) this.#writing.set(requestId, session)
  }

  /** Others see a change once its command has ended, or its transaction. */
  #ended(requestId: number): void {
    const ended = this.#writing.get(requestId)
    if (ended === undefined) return
    this.#writing.delete(requestId)
    for (const name of this.#open.get(ended) ?? [ended]) this.#counts.set(name, this.of(name) + 1)
    this.#open.delete(ended)
  }

  #changedBy(session: string): Set<string> {
    const changed = this.#open.get(session) ?? new Set()
    this.#open.set(session, changed)
    return changed
  }
}
