import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { RequestRecord } from '@usher/contracts'
import { type Logger, type Poller, type Publisher, startPoller } from '@usher/service-kit'
import { type LossBatch, LossCount, lossEvents } from './loss-count.ts'
import { lossPath, writeLosses } from './loss-file.ts'

/** A killed gateway knows the number of lost requests as it was at most so long before. */
const SAVE_EVERY_MS = 2_000

interface Options {
  readonly folder: string
  readonly publisher: Publisher
  readonly log: Logger
}

/** What is counted now. */
class OpenBatch {
  readonly name = `${Date.now()}-${randomUUID()}`
  readonly count = new LossCount()
  /** Requests that its file tells of. */
  saved = 0
}

/** Counts requests that could not be recorded, on disk too, until the broker has their numbers. */
export class LossSpool implements AsyncDisposable {
  readonly #options: Options
  /** Apart from publishing, which waits as long as the broker takes nothing. */
  readonly #saver: Poller
  /** What is not counted on, oldest first. */
  readonly #closed: LossBatch[]
  #open = new OpenBatch()
  #isSaveDue = false
  #lastWrite: Promise<void> = Promise.resolve()

  /** @param left what earlier gateways counted */
  constructor(options: Options, left: readonly LossBatch[]) {
    this.#options = options
    this.#closed = [...left]
    this.#saver = startPoller('lost-requests', SAVE_EVERY_MS, options.log, () => this.#save())
  }

  /** Counts a request. The first of an organisation is on disk soon after. */
  add(record: RequestRecord): void {
    if (!this.#open.count.add(record) || this.#isSaveDue) return
    this.#isSaveDue = true
    void this.#saver.poke()
  }

  /** Writes down what was counted so far. @throws Error of the file system */
  async #save(): Promise<void> {
    this.#isSaveDue = false
    const open = this.#open
    const { requests, losses } = open.count
    if (requests === open.saved) return
    await this.#write({ name: open.name, exact: false, losses })
    open.saved = requests
  }

  /** Ends the count, as nothing else is lost for now. What cannot be written down is in the log. */
  async #close(): Promise<void> {
    const { name, count } = this.#open
    if (count.requests === 0) return
    this.#open = new OpenBatch()
    const batch = { name, exact: true, losses: count.losses }
    this.#closed.push(batch)
    await this.#write(batch).catch((err) => {
      this.#options.log.error({ err, ...batch }, 'a count of lost requests cannot be written to disk')
    })
  }

  /** Tells the broker of all that was counted, if it is there. @throws Error where it does not take it */
  async publishAll(): Promise<void> {
    const { publisher, folder } = this.#options
    if (!publisher.isReady()) return
    await this.#close()
    for (let first = this.#closed[0]; first; first = this.#closed[0]) {
      await publisher.publish(lossEvents(first))
      this.#closed.shift()
      await rm(lossPath(folder, first.name), { force: true })
    }
  }

  /** Leaves what the broker has not got to the next gateway. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#saver[Symbol.asyncDispose]()
    await this.#close()
    // Publishing may have been given up while it wrote.
    await this.#lastWrite
  }

  /** One after the other: both versions of a batch have the same path. */
  #write(batch: LossBatch): Promise<void> {
    const write = this.#lastWrite.then(() => writeLosses(this.#options.folder, batch))
    this.#lastWrite = write.catch(() => {})
    return write
  }
}
