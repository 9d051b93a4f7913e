import type { mongo } from 'mongoose'

type Collection = mongo.Collection

const READS = [
  'find',
  'findOne',
  'aggregate',
  'countDocuments',
  'estimatedDocumentCount',
  'distinct',
] as const
const WRITES = [
  ...['insertOne', 'insertMany', 'updateOne', 'updateMany', 'replaceOne', 'deleteOne', 'deleteMany'],
  ...['findOneAndUpdate', 'findOneAndReplace', 'findOneAndDelete', 'bulkWrite'],
] as const

type Method = (...args: unknown[]) => unknown

/** Collections that some work has read, and how often each had changed when it first did. */
export type Reads = Map<string, number>

/**
 * Counts the changes of the collections of a database, and notes which of them work reads: work that has read nothing
 * that has changed since has nothing new to find.
 */
export class CollectionUse {
  readonly #changes = new Map<string, number>()
  /** Changed in sessions that have not ended. */
  readonly #open = new WeakMap<mongo.ClientSession, Set<string>>()
  #reads: Reads | undefined

  /** How often a collection has changed so far. */
  changesOf(name: string): number {
    return this.#changes.get(name) ?? 0
  }

  /** Whether any of the collections has changed since it was read. */
  haveChanged(reads: Reads): boolean {
    return [...reads].some(([name, changes]) => this.changesOf(name) !== changes)
  }

  /** Begins to note what is done through a connection's own `Db`. */
  watch(db: mongo.Db): mongo.Db {
    const open = db.collection.bind(db)
    const watched = (name: string, options?: mongo.CollectionOptions) =>
      this.#watchCollection(open(name, options))
    return Object.assign(db, { collection: watched })
  }

  /**
   * Notes what is read during work. One at a time: all reads meanwhile count as those of the work, as if it had found
   * less than it has. What it reads in transactions is what it works on, and does not count.
   */
  async during<T>(reads: Reads, work: () => Promise<T>): Promise<T> {
    this.#reads = reads
    try {
      return await work()
    } finally {
      this.#reads = undefined
    }
  }

  #watchCollection(collection: Collection): Collection {
    const name = collection.collectionName
    const methods = collection as unknown as Record<string, Method>
    const wrap = (method: string, around: (call: () => unknown, args: unknown[]) => unknown) => {
      const own = methods[method]?.bind(collection) as Method
      methods[method] = (...args) => around(() => own(...args), args)
    }
    for (const method of READS) {
      wrap(method, (call, args) => {
        const reads = this.#reads
        if (reads && !reads.has(name) && !sessionIn(args)) reads.set(name, this.changesOf(name))
        return call()
      })
    }
    for (const method of WRITES)
      wrap(method, (call, args) => this.#change(name, call() as Promise<unknown>, args))
    return collection
  }

  #change(name: string, done: Promise<unknown>, args: readonly unknown[]): Promise<unknown> {
    const session = sessionIn(args)
    if (session) this.#noteAtEnd(session, name)
    return done.finally(() => this.#note(name))
  }

  #note(name: string): void {
    this.#changes.set(name, this.changesOf(name) + 1)
  }

  /** Others see the change of a transaction once its session has ended, at the latest. */
  #noteAtEnd(session: mongo.ClientSession, name: string): void {
    const names = this.#open.get(session)
    if (names) return void names.add(name)
    const changed = new Set([name])
    this.#open.set(session, changed)
    session.once('ended', () => {
      for (const one of changed) this.#note(one)
    })
  }
}

/** The session of an operation: all take their options last. */
function sessionIn(args: readonly unknown[]): mongo.ClientSession | undefined {
  const options = args.at(-1) as { readonly session?: mongo.ClientSession } | undefined
  return options?.session ?? undefined
}
