import { EventStream, HEARTBEAT, ProblemError, retryHint } from '@usher/service-kit'

/** Then a client comes back and is asked anew who it is, in ms. */
const LONGEST_MS = 3_600_000
/** Clients of one process: about 50 kB each, most of it of their connection. */
const MOST_STREAMS = 10_000

/** The open streams of this process, whatever they tell. */
export class Streams {
  readonly #open = new Map<EventStream, number>()
  #isClosed = false

  get size(): number {
    return this.#open.size
  }

  /**
   * Opens a stream.
   *
   * @param onClose called when it is over, however it ended
   * @throws ProblemError `service_unavailable` where there are too many, or the process is stopping
   */
  open(now: Date, onClose: () => void): EventStream {
    if (this.#isClosed || this.#open.size >= MOST_STREAMS) {
      throw new ProblemError('service_unavailable', 'No more streams can be opened for the moment.', {
        retryAfterSeconds: 5,
      })
    }
    const stream = new EventStream(() => {
      this.#open.delete(stream)
      onClose()
    })
    this.#open.set(stream, now.getTime() + LONGEST_MS)
    stream.push(retryHint())
    return stream
  }

  /** Shows every client that its stream lives, and ends those that are old. */
  beat(now: Date): void {
    for (const [stream, endsAtMs] of this.#open) {
      if (now.getTime() >= endsAtMs) stream.end()
      else stream.push(HEARTBEAT)
    }
  }

  /** Ends all streams, and lets no more begin. */
  close(): void {
    this.#isClosed = true
    for (const stream of this.#open.keys()) stream.end()
  }
}
