import type { IncomingHttpHeaders } from 'node:http'
import { type Clock, ProblemError } from '@usher/service-kit'
import type { KnownCaller } from '../credentials/known-caller.ts'

/** How long a stream goes on after its credential had to be looked up again and could not, in ms. */
export const UNCHECKED_MS = 30_000
/** When a look-up that failed is tried again, in ms. */
const AGAIN_MS = 5_000

/** An answer that goes on for as long as its client listens. */
interface NewStream {
  readonly caller: KnownCaller | undefined
  /** Those of its request, with the credential. */
  readonly headers: IncomingHttpHeaders
  /** Ends the answer, so that its client comes back. */
  end(): void
}

interface OpenStream extends NewStream {
  caller: KnownCaller | undefined
  checkAtMs: number
}

/** Finds out who sends a request with these headers. @throws ProblemError `unauthorized`, also as a rejection */
type Identify = (headers: IncomingHttpHeaders) => KnownCaller | Promise<KnownCaller>

/**
 * The streams that pass through the gateway: they end with the credential they were opened with. Events tell of that;
 * as they may be late or lost, credentials are looked up again as often as those of requests.
 */
export class OpenStreams {
  readonly #identify: Identify
  readonly #clock: Clock
  readonly #open = new Set<OpenStream>()
  #isClosed = false

  constructor(identify: Identify, clock: Clock) {
    this.#identify = identify
    this.#clock = clock
  }

  /** Keeps a stream until it is over; gives what must be called then. */
  add(given: NewStream): () => void {
    if (this.#isClosed) {
      given.end()
      return () => {}
    }
    // At once: since its request was admitted the credential may have been revoked.
    const stream: OpenStream = { ...given, checkAtMs: 0 }
    this.#open.add(stream)
    return () => this.#open.delete(stream)
  }

  /** Ends the streams whose credential no longer holds or cannot be looked up; to be called each second. */
  check(): void {
    const nowMs = this.#clock.now().getTime()
    for (const stream of this.#open) {
      const { caller, checkAtMs } = stream
      if (!caller) continue
      const isExpired = caller.expiresAtMs !== null && caller.expiresAtMs <= nowMs
      if (isExpired || caller.knownUntilMs + UNCHECKED_MS <= nowMs) stream.end()
      else if (checkAtMs <= nowMs) void this.#recheck(stream, caller, nowMs)
    }
  }

  async #recheck(stream: OpenStream, before: KnownCaller, nowMs: number): Promise<void> {
    stream.checkAtMs = nowMs + AGAIN_MS
    try {
      const caller = await this.#identify(stream.headers)
      if (caller.facts !== before.facts) return stream.end()
      stream.caller = caller
      stream.checkAtMs = caller.knownUntilMs
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'unauthorized') stream.end()
    }
  }

  /** Ends those whose credential ends or changes with what an event tells of, by its subject. */
  endOf(id: string): void {
    for (const stream of this.#open) if (stream.caller?.revokedWith.includes(id)) stream.end()
  }

  /** Ends those that needed a credential, as a revocation may have been missed. */
  endAllOfCallers(): void {
    for (const stream of this.#open) if (stream.caller) stream.end()
  }

  /** Ends all streams, and each that is added later. */
  close(): void {
    this.#isClosed = true
    for (const stream of this.#open) stream.end()
  }
}
