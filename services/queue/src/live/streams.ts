import { EventStream, HEARTBEAT, ProblemError, retryHint } from '@usher/service-kit'

/** Then a client comes back and is asked anew who it is, in ms. */
const LONGEST_MS = 3_600_000
/** Clients of one process: about 50 kB each, most of it of their connection. */
const MOST_STREAMS = 10_000
/** Of one organisation, its guests' pages included: others have the rest. */
const MOST_OF_ONE = 5_000
/** The last tenth of both is for staff: whoever has no credential cannot take it. */
const SHARE_OF_ALL = 0.9

interface Owner {
  readonly organizationId: string
  /** Whether a member or key of the organisation follows, and not a guest or a screen that anybody may have opened. */
  readonly isStaff: boolean
}

/** The open streams of this process, whatever they tell. */
export class Streams {
  readonly #open = new Map<EventStream, number>()
  /** Open streams by organisation. */
  readonly #counts = new Map<string, number>()
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
  open(now: Date, { organizationId, isStaff }: Owner, onClose: () => void): EventStream {
    const count = this.#counts.get(organizationId) ?? 0
    const share = isStaff ? 1 : SHARE_OF_ALL
    if (this.#isClosed || this.#open.size >= MOST_STREAMS * share || count >= MOST_OF_ONE * share) {
      throw new ProblemError('service_unavailable', 'No more streams can be opened for the moment.', {
        retryAfterSeconds: 5,
      })
    }
    const stream = new EventStream(() => {
      this.#open.delete(stream)
      this.#count(organizationId, -1)
      onClose()
    })
    this.#open.set(stream, now.getTime() + LONGEST_MS)
    this.#count(organizationId, 1)
    stream.push(retryHint())
    return stream
  }

  #count(organizationId: string, more: number): void {
    const count = (this.#counts.get(organizationId) ?? 0) + more
    if (count > 0) this.#counts.set(organizationId, count)
    else this.#counts.delete(organizationId)
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
