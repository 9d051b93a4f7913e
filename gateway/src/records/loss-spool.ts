import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { RequestRecord } from '@usher/contracts'
import { type Job, type Logger, type Publisher, startPeriodicJob } from '@usher/service-kit'
import { type LossBatch, LossCount, lossEvents } from './loss-count.ts'
import { lossPath, writeLosses } from './loss-file.ts'

/** How often the count is saved, in ms: a killed gateway loses at most this much of it. */
const SAVE_EVERY_MS = 2_000

interface Options {
  readonly folder: string
  readonly publisher: Publisher
  readonly log: Logger
}

/** The batch being counted. */
class OpenBatch {
  readonly name = `${Date.now()}-${randomUUID()}`
  readonly count = new LossCount()
  /** Requests already in its file. */
  saved = 0
}

/** Counts requests that could not be recorded, on disk too, until the broker has confirmed the numbers. */
export class LossSpool implements AsyncDisposable {
  readonly #options: Options
  /** Separate from publishing, which waits as long as the broker accepts nothing. */
  readonly #saver: Job
  /** Closed batches, oldest first. */
  readonly #closed: LossBatch[]
  #open = new OpenBatch()
  #isSaveDue = false
  #lastWrite: Promise<void> = Promise.resolve()

  /** @param left batches that earlier gateways counted */
  constructor(options: Options, left: readonly LossBatch[]) {
    this.#options = options
    this.#closed = [...left]
    this.#saver = startPeriodicJob('lost-requests', SAVE_EVERY_MS, options.log, () => this.#save())
  }

  /** Counts a request. The first of an organisation is saved soon after. */
  add(record: RequestRecord): void {
    if (!this.#open.count.add(record) || this.#isSaveDue) return
    this.#isSaveDue = true
    void this.#saver.run()
  }

  /**
   * Saves the count.
   *
   * @throws Error of the file system
   */
  async #save(): Promise<void> {
    this.#isSaveDue = false
    const open = this.#open
    const { requests, losses } = open.count
    if (requests === open.saved) return
    await this.#write({ name: open.name, exact: false, losses })
    open.saved = requests
  }

  /** Closes the batch, as nothing else is being lost. A failure to save is logged. */
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

  /**
   * Publishes everything counted.
   *
   * @throws Error if the broker does not accept it
   */
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

  /** Leaves what the broker has not confirmed to the next gateway. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#saver[Symbol.asyncDispose]()
    await this.#close()
    // Publishing may have been aborted while it wrote.
    await this.#lastWrite
  }

  /** One write at a time: both versions of a batch have the same path. */
  #write(batch: LossBatch): Promise<void> {
    const write = this.#lastWrite.then(() => writeLosses(this.#options.folder, batch))
    this.#lastWrite = write.catch(() => {})
    return write
  }
}
