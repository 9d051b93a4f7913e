import { randomUUID } from 'node:crypto'
import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { RequestRecord } from '@usher/contracts'
import type { Logger } from '@usher/service-kit'
import { SEGMENT_SUFFIX, type Segment } from './segment.ts'
import { SegmentContent } from './segment-content.ts'

/** Largest file, in bytes: the next gateway reads whole what a killed one left. */
const MAX_BYTES = 32_000_000
const LINE_END = 0x0a
/** Records kept in memory while the disk fails. */
const MAX_UNWRITTEN = 10_000

interface OpenSegment {
  readonly fd: number
  readonly path: string
  readonly name: string
  readonly content: SegmentContent
  /** Whether the file has less than `content`. */
  isTorn: boolean
  records: number
  bytes: number
}

interface WriterOptions {
  readonly folder: string
  readonly log: Logger
  onClosed(segment: Segment): void
  /** Called with a record that could not be kept. */
  onDropped(record: RequestRecord): void
}

/**
 * Appends records to segments, one JSON document per line: one write at the end of each turn of the event loop, with
 * the records of that turn. The write is synchronous, so that a killed process loses no more than one turn (a machine
 * that loses power may lose what its disk had not yet written).
 */
export class SegmentWriter {
  readonly #options: WriterOptions
  readonly #prefix = `${Date.now()}-${randomUUID()}`
  #opened = 0
  #open: OpenSegment | undefined
  #waiting: RequestRecord[] = []
  /** The unwritten bytes of the last write, and all its records. */
  #rest: Buffer | undefined
  #lastWritten: readonly RequestRecord[] = []
  #isScheduled = false
  #isFailing = false

  constructor(options: WriterOptions) {
    this.#options = options
  }

  append(record: RequestRecord): void {
    if (this.#waiting.length < MAX_UNWRITTEN) this.#waiting.push(record)
    else this.#options.onDropped(record)
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#flush()
    })
  }

  /** Whether the last write failed. */
  get isFailing(): boolean {
    return this.#isFailing
  }

  /** Records and bytes not yet in a closed segment. */
  get pending(): { records: number; bytes: number } {
    const { records = 0, bytes = 0 } = this.#open ?? {}
    return { records: records + this.#waiting.length, bytes }
  }

  /** Writes what is pending and closes the segment. */
  close(): void {
    this.#flush()
    this.#closeSegment()
  }

  /** Gives up what the disk does not accept, as the process ends: passes it to `onDropped` and closes the segment. */
  abandon(): void {
    const torn = this.#rest ? tornOf(this.#lastWritten, this.#rest) : []
    const dropped = [...torn, ...this.#waiting]
    this.#rest = undefined
    this.#waiting = []
    if (this.#open && torn.length > 0) {
      this.#open.isTorn = true
      this.#open.records -= torn.length
    }
    this.#closeSegment()
    for (const record of dropped) this.#options.onDropped(record)
  }

  #flush(): void {
    try {
      if (this.#rest) this.#write(this.#rest)
      while (this.#waiting.length > 0) this.#writeRecords()
      this.#isFailing = false
    } catch (err) {
      if (!this.#isFailing) this.#options.log.error({ err }, 'records of requests cannot be written to disk')
      this.#isFailing = true
    }
  }

  #writeRecords(): void {
    const open = this.#openSegment()
    const records = this.#waiting.splice(0, open.content.addUntilFull(this.#waiting))
    open.records += records.length
    this.#lastWritten = records
    this.#write(Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join('')))
    if (open.content.isFull || open.bytes >= MAX_BYTES) this.#closeSegment()
  }

  /**
   * Keeps the bytes that could not be written.
   *
   * @throws Error of the file system
   */
  #write(bytes: Buffer): void {
    const open = this.#openSegment()
    this.#rest = bytes
    while (this.#rest.length > 0) {
      const written = writeSync(open.fd, this.#rest)
      open.bytes += written
      this.#rest = this.#rest.subarray(written)
    }
    this.#rest = undefined
  }

  #openSegment(): OpenSegment {
    if (this.#open) return this.#open
    const name = `${this.#prefix}.${String(this.#opened).padStart(9, '0')}`
    const path = join(this.#options.folder, name + SEGMENT_SUFFIX)
    this.#open = {
      fd: openSync(path, 'ax', 0o600),
      path,
      name,
      content: new SegmentContent(),
      isTorn: false,
      records: 0,
      bytes: 0,
    }
    this.#opened += 1
    return this.#open
  }

  #closeSegment(): void {
    if (!this.#open || this.#rest) return
    const { fd, isTorn, content, ...segment } = this.#open
    this.#open = undefined
    closeSync(fd)
    this.#options.onClosed(isTorn ? segment : { ...segment, content })
  }
}

/**
 * Records of a write that cannot be read back.
 *
 * @param rest what was not written
 */
export function tornOf(records: readonly RequestRecord[], rest: Buffer): readonly RequestRecord[] {
  // A line that lacks only its line end is readable.
  const torn = rest.subarray(1).filter((byte) => byte === LINE_END).length
  return records.slice(records.length - torn)
}
