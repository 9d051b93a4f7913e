import { AsyncLocalStorage } from 'node:async_hooks'
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

/** One run of some work, from its first query to its last. */
export interface Run {
  /** Names of the collections that it has read, and whether it has changed them since it last did. */
  readonly reads: Map<string, boolean>
  isOver: boolean
}

/** Is told by which run, if it is not over; the last time once others can see the change. */
type OnChange = (name: string, by: Run | undefined) => void

/**
 * Tells which collections of a database change, and what reads them: work that reads nothing that has changed has
 * nothing new to find.
 */
export class CollectionUse {
  readonly #runs = new AsyncLocalStorage<Run>()
  readonly #onChange: OnChange
  /** Changed in sessions that have not ended. */
  readonly #open = new WeakMap<mongo.ClientSession, Set<string>>()

  constructor(onChange: OnChange) {
    this.#onChange = onChange
  }

  /** Begins to note what is done through a connection's own `Db`. */
  watch(db: mongo.Db): mongo.Db {
    const open = db.collection.bind(db)
    const watched = (name: string, options?: mongo.CollectionOptions) =>
      this.#watchCollection(open(name, options))
    return Object.assign(db, { collection: watched })
  }

  /** Notes what work reads and changes until it is over. */
  async during<T>(run: Run, work: () => Promise<T>): Promise<T> {
    try {
      return await this.#runs.run(run, work)
    } finally {
      run.isOver = true
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
      wrap(method, (call) => {
        const run = this.#runs.getStore()
        // What it leaves to go on by itself says nothing about what it knows.
        if (run && !run.isOver) run.reads.set(name, false)
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
    const current = this.#runs.getStore()
    const run = current?.isOver ? undefined : current
    if (run?.reads.has(name)) run.reads.set(name, true)
    this.#onChange(name, run)
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
