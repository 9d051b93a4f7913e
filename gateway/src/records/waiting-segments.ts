import { readFile, rm } from 'node:fs/promises'
import type { Logger, Publisher } from '@usher/service-kit'
import { type Segment, UNREADABLE } from './segment.ts'
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
  /** Those whose files could not be read, which has been said. */
  readonly #unreadable = new WeakSet<Segment>()

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

  /**
   * Publishes what is there, as far as the broker takes it; each segment is deleted once it is confirmed. One that cannot
   * be read waits for the next call, and the others do not wait for it.
   *
   * @returns whether the broker has all that can be read
   */
  async publishAll(): Promise<boolean> {
    const unreadable: Segment[] = []
    try {
      for (let first = this.#segments[0]; first; first = this.#segments[0]) {
        if (!this.#options.publisher.isReady()) return false
        const content = first.content ?? (await this.#read(first))
        if (content) await this.#publish(first, content)
        else unreadable.push(first)
        this.#segments.shift()
      }
      this.#isFailing = false
      return true
    } catch (err) {
      if (!this.#isFailing) this.#options.log.warn({ err }, 'records of requests wait for the broker')
      this.#isFailing = true
      return false
    } finally {
      this.#segments.unshift(...unreadable)
    }
  }

  async #publish({ path, name, records, bytes }: Segment, content: SegmentContent): Promise<void> {
    await this.#options.publisher.publish(content.events(name))
    await rm(path, { force: true })
    this.#records -= records
    this.#bytes -= bytes
    this.#options.onPublished(records)
  }

  async #read(segment: Segment): Promise<SegmentContent | undefined> {
    try {
      return contentOf(await readFile(segment.path, 'utf8'))
    } catch (err) {
      if (!this.#unreadable.has(segment))
        this.#options.log.error({ err, records: segment.records }, UNREADABLE)
      this.#unreadable.add(segment)
      return undefined
    }
  }
}
