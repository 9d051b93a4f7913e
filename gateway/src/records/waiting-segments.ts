import { readFile, rm } from 'node:fs/promises'
import type { Logger, Publisher } from '@usher/service-kit'
import { type Segment, UNREADABLE } from './segment.ts'
import { contentOf, type SegmentContent } from './segment-content.ts'

/** Segments whose content stays in memory. */
const MAX_IN_MEMORY = 16

interface Options {
  readonly publisher: Publisher
  readonly log: Logger
  /** Called with the number of records that the broker has confirmed. */
  onPublished(records: number): void
}

/** Segments waiting for the broker, oldest first. */
export class WaitingSegments {
  readonly #options: Options
  readonly #segments: Segment[] = []
  #records = 0
  #bytes = 0
  #isFailing = false
  /** Unreadable segments already logged. */
  readonly #unreadable = new WeakSet<Segment>()

  constructor(options: Options, segments: readonly Segment[]) {
    this.#options = options
    for (const segment of segments) this.add(segment)
  }

  add({ content, ...segment }: Segment): void {
    // While the broker is unavailable segments pile up, and only the disk has room for their content.
    const isNext = this.#segments.length < MAX_IN_MEMORY
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
   * Publishes what is waiting, as far as the broker accepts it; each segment is deleted once confirmed. An unreadable
   * one is retried at the next call and does not hold up the others.
   *
   * @returns whether the broker has everything readable
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
