import { readFile, rm } from 'node:fs/promises'
import type { Logger, Publisher } from '@usher/service-kit'
import type { Segment } from './segment.ts'
import { segmentEvents } from './segment-events.ts'

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

  add(segment: Segment): void {
    this.#segments.push(segment)
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

  async #publish({ path, name, records, bytes }: Segment): Promise<void> {
    await this.#options.publisher.publish(segmentEvents(name, await readFile(path, 'utf8')))
    await rm(path, { force: true })
    this.#segments.shift()
    this.#records -= records
    this.#bytes -= bytes
    this.#options.onPublished(records)
  }
}
