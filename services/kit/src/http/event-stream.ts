import { EVENT_STREAM } from '@usher/contracts'

/** Headers of an event stream; reverse proxies must not buffer it. */
export const EVENT_STREAM_HEADERS = { 'content-type': EVENT_STREAM, 'x-accel-buffering': 'no' } as const

interface ServerSentEvent {
  readonly name: string
  readonly data: unknown
  /** Where a returning client can resume; without one, the last id stays valid. */
  readonly id?: string | undefined
}

/** An event in wire format (WHATWG HTML §9.2.5). JSON contains no line breaks. */
export const formatEvent = ({ name, data, id }: ServerSentEvent): string =>
  `event: ${name}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`

/** A comment, which readers skip: shows both sides that the connection is alive. */
export const HEARTBEAT = ':\n\n'

/** A heartbeat that pages can see, too: browsers do not show the comments of a stream to scripts. */
export const VISIBLE_HEARTBEAT = formatEvent({ name: 'heartbeat', data: {} })

/** Reconnection delay: at least this many ms, randomised so that many clients do not return at once. */
export const retryHint = (minMs = 1_000): string => `retry: ${minMs + Math.floor(Math.random() * 2_000)}\n\n`

/** Characters that may wait for one client; a client that falls this far behind is cut off. */
const MAX_WAITING = 262_144

const DONE: IteratorResult<string> = { done: true, value: undefined }

/**
 * The events of one client: text streamed at the pace of its reader, buffered while the reader is slow. An iterator
 * and not a generator, because a waiting generator cannot be cancelled.
 */
export class EventStream implements AsyncIterableIterator<string> {
  readonly #onClose: () => void
  readonly #cutOff = new AbortController()
  #waiting = ''
  #reader: PromiseWithResolvers<IteratorResult<string>> | undefined
  #isOpen = true

  /** @param onClose called once, when nothing more can be sent */
  constructor(onClose: () => void) {
    this.#onClose = onClose
  }

  /** Aborted when the connection must end at once. */
  get cutOff(): AbortSignal {
    return this.#cutOff.signal
  }

  get isOver(): boolean {
    return !this.#isOpen
  }

  /** Characters that wait for the reader. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** Sends text; cuts off a client that lets too much wait. */
  push(text: string): void {
    if (!this.#isOpen) return
    if (this.#reader) {
      this.#reader.resolve({ done: false, value: text })
      this.#reader = undefined
      return
    }
    this.#waiting += text
    if (this.#waiting.length <= MAX_WAITING) return
    this.#cutOff.abort()
    void this.return()
  }

  /** Ends the stream after what is buffered; the client reconnects. */
  end(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#reader?.resolve(DONE)
    this.#onClose()
  }

  async next(): Promise<IteratorResult<string>> {
    const value = this.#waiting
    this.#waiting = ''
    if (value !== '') return { done: false, value }
    if (!this.#isOpen) return DONE
    this.#reader = Promise.withResolvers()
    return await this.#reader.promise
  }

  /** Called when the client has left. */
  async return(): Promise<IteratorResult<string>> {
    this.#waiting = ''
    this.end()
    return DONE
  }

  [Symbol.asyncIterator](): this {
    return this
  }
}
