import { readFile, rm } from 'node:fs/promises'
import type { Logger, Publisher } from '@usher/service-kit'
import type { Segment } from './segment.ts'
import { contentOf } from './segment-content.ts'

/** Segments whose content is not read again from their files. */
const MOST_IN_MEMORY = 16

interface Options {
  readonly publisher: Publisher
  readonly log: Logger
  /** Hears how many records the broker has confirmed. */
  onPublished(records: number): void
}

/** Segments that wait for the broker, oldest first. */
export class WaitingSegments {
  readonly #options: Options
  readonly #segments: Segment[] = []
  #records = 0
  #bytes = 0
  #isFailing = false

  constructor(options: Options, segments: readonly Segment[]) {
    this.#options = options
    for (const segment of segments) this.add(segment)
  }

  add({ content, ...segment }: Segment): void {
    // While the broker is away segments gather, and only the disk has room for what is in them.
    const isNext = this.#segments.length < MOST_IN_MEMORY
    this.#segments.push(isNext && content ? { ...segment, content } : segment)
    this.#records += segment.records
    this.#bytes += segment.bytes
  }

  get records(): number {
    return this.#records
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Publishes what is there, as far as the broker takes it; each segment is deleted once it is confirmed. */
  async publishAll(): Promise<void> {
    try {
      for (let first = this.#segments[0]; first; first = this.#segments[0]) {
        if (!this.#options.publisher.isReady()) return
        await this.#publish(first)
      }
      this.#isFailing = false
    } catch (err) {
      if (!this.#isFailing) this.#options.log.warn({ err }, 'records of requests wait for the broker')
      this.#isFailing = true
    }
  }

  async #publish({ path, name, records, bytes, content }: Segment): Promise<void> {
    const known = content ?? contentOf(await readFile(path, 'utf8'))
    await this.#options.publisher.publish(known.events(name))
    await rm(path, { force: true })
    this.#segments.shift()
    this.#records -= records
    this.#bytes -= bytes
    this.#options.onPublished(records)
  }
}
