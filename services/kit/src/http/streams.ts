import { ProblemError } from '../errors.ts'
import { Gauge, type Metrics } from '../observability/metrics.ts'
import { EventStream, retryHint } from './event-stream.ts'

/** Age at which a stream is closed, in ms: the client reconnects and is authenticated again. */
const MAX_MS = 3_600_000
/** Streams per process: about 50 kB each, mostly for the connection. */
const MAX_STREAMS = 10_000
/** Per organisation, including its guests' pages, so that others keep the rest. */
const MAX_PER_ORGANIZATION = 5_000
/** The last tenth of both is reserved for staff: clients without a credential cannot take it. */
const SHARE_OF_ALL = 0.9

interface Owner {
  readonly organizationId: string
  /** Whether a member or key of the organisation follows, and not a guest or a public screen. */
  readonly isStaff: boolean
  /** What is sent while there is nothing to say. */
  readonly heartbeat: string | (() => string)
}

interface OpenStream {
  /** Age limit, epoch ms. */
  readonly endsAtMs: number
  readonly heartbeat: Owner['heartbeat']
}

/** The open streams of a service in this process. They end when it closes. */
export class Streams {
  readonly #open = new Map<EventStream, OpenStream>()
  /** Open streams by organisation. */
  readonly #counts = new Map<string, number>()
  readonly #closing: AbortSignal

  constructor({ closing, metrics }: { readonly closing: AbortController; readonly metrics: Metrics }) {
    this.#closing = closing.signal
    this.#closing.addEventListener('abort', () => this.#endAll())
    const count = () => this.#open.size
    new Gauge({
      name: 'usher_open_streams',
      help: 'Streams that clients have open at this process',
      registers: [metrics.registry],
      collect() {
        this.set(count())
      },
    })
  }

  /** Open streams of an organisation. */
  countOf(organizationId: string): number {
    return this.#counts.get(organizationId) ?? 0
  }

  /**
   * Opens a stream.
   *
   * @param onClose called when it is over, however it ended
   * @throws ProblemError `service_unavailable` if there are too many, or the process is stopping
   */
  open(now: Date, { organizationId, isStaff, heartbeat }: Owner, onClose: () => void): EventStream {
    const count = this.countOf(organizationId)
    const share = isStaff ? 1 : SHARE_OF_ALL
    if (
      this.#closing.aborted ||
      this.#open.size >= MAX_STREAMS * share ||
      count >= MAX_PER_ORGANIZATION * share
    ) {
      throw new ProblemError('service_unavailable', 'No more streams can be opened at the moment.', {
        retryAfterSeconds: 5,
      })
    }
    const stream = new EventStream(() => {
      this.#open.delete(stream)
      this.#count(organizationId, -1)
      onClose()
    })
    this.#open.set(stream, { endsAtMs: now.getTime() + MAX_MS, heartbeat })
    this.#count(organizationId, 1)
    stream.push(retryHint())
    return stream
  }

  #count(organizationId: string, more: number): void {
    const count = this.countOf(organizationId) + more
    if (count > 0) this.#counts.set(organizationId, count)
    else this.#counts.delete(organizationId)
  }

  /** Sends heartbeats, and closes streams that are too old. */
  beat(now: Date): void {
    for (const [stream, { endsAtMs, heartbeat }] of this.#open) {
      if (now.getTime() >= endsAtMs) stream.end()
      else stream.push(typeof heartbeat === 'string' ? heartbeat : heartbeat())
    }
  }

  #endAll(): void {
    for (const stream of this.#open.keys()) stream.end()
  }
}
