import { EVENT_STREAM } from '@usher/contracts'

/** Headers of an answer that is a stream of events; reverse proxies must not hold it back. */
export const EVENT_STREAM_HEADERS = { 'content-type': EVENT_STREAM, 'x-accel-buffering': 'no' } as const

interface ServerSentEvent {
  readonly name: string
  readonly data: unknown
  /** From which a client that comes back can go on; the one before stays valid without. */
  readonly id?: string | undefined
}

/** An event as it is sent (WHATWG HTML §9.2.5). JSON has no line breaks of its own. */
export const formatEvent = ({ name, data, id }: ServerSentEvent): string =>
  `event: ${name}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`

/** A comment, which readers skip: shows both sides that the connection lives. */
export const HEARTBEAT = ':\n\n'

/** How soon a client should come back, at the earliest in so many ms; drawn, so that many do not come at once. */
export const retryHint = (leastMs = 1_000): string =>
  `retry: ${leastMs + Math.floor(Math.random() * 2_000)}\n\n`

/** Characters that may wait for one client; one that takes none for so long is cut off. */
const MOST_WAITING = 262_144

const DONE: IteratorResult<string> = { done: true, value: undefined }

/**
 * The events of one client: text to be streamed at the pace of its reader, gathered while the reader is slow.
 * Iterated by hand and not by a generator, which could not be left while it waits.
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

  /** Aborted where the connection must end at once. */
  get cutOff(): AbortSignal {
    return this.#cutOff.signal
  }

  /** Sends text; a client that lets too much wait is cut off. */
  push(text: string): void {
    if (!this.#isOpen) return
    if (this.#reader) {
      this.#reader.resolve({ done: false, value: text })
      this.#reader = undefined
      return
    }
    this.#waiting += text
    if (this.#waiting.length <= MOST_WAITING) return
    this.#cutOff.abort()
    void this.return()
  }

  /** Ends the stream after what is waiting; its client comes back. */
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
