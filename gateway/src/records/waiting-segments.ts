import { readFile, rm } from 'node:fs/promises'
import type { Logger, Publisher } from '@usher/service-kit'
import type { Segment } from './segment.ts'
import { contentOf, type SegmentContent } from './segment-content.ts'

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

  async #publish(segment: Segment): Promise<void> {
    const { path, name, records } = segment
    const content = segment.content ?? (await this.#read(segment))
    if (content) {
      await this.#options.publisher.publish(content.events(name))
      await rm(path, { force: true })
      this.#options.onPublished(records)
    }
    this.#segments.shift()
    this.#records -= records
    this.#bytes -= segment.bytes
  }

  /** Gives nothing where the file cannot be read: the others need not wait for it, and the next gateway tries it again. */
  async #read({ path, records }: Segment): Promise<SegmentContent | undefined> {
    try {
      return contentOf(await readFile(path, 'utf8'))
    } catch (err) {
      this.#options.log.error({ err, records }, 'records of requests cannot be read from the disk')
      return undefined
    }
  }
}
