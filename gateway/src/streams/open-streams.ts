import type { IncomingHttpHeaders } from 'node:http'
import { type Clock, ProblemError } from '@usher/service-kit'
import type { KnownCaller } from '../credentials/known-caller.ts'

/** How long a stream goes on while its credential cannot be looked up again, in ms. */
export const UNCHECKED_MS = 30_000
/** Pause before a failed look-up is retried, in ms. */
const AGAIN_MS = 5_000

/** An answer that lasts as long as its client listens. */
interface NewStream {
  readonly caller: KnownCaller | undefined
  /** Headers of its request, with the credential. */
  readonly headers: IncomingHttpHeaders
  /** Ends the answer, so that its client reconnects. */
  end(): void
}

interface OpenStream extends NewStream {
  caller: KnownCaller | undefined
  checkAtMs: number
}

/**
 * Identifies the sender of a request by its headers.
 *
 * @throws ProblemError `unauthorized`, also as a rejection
 */
type Identify = (headers: IncomingHttpHeaders) => KnownCaller | Promise<KnownCaller>

/**
 * Streams through the gateway, which end with the credential they were opened with. Events announce that; as they may
 * be late or lost, credentials are also rechecked as often as those of requests.
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

  /** Keeps a stream until it is over; returns the function to call then. */
  add(given: NewStream): () => void {
    if (this.#isClosed) {
      given.end()
      return () => {}
    }
    // Check at once: the credential may have been revoked since the request was admitted.
    const stream: OpenStream = { ...given, checkAtMs: 0 }
    this.#open.add(stream)
    return () => this.#open.delete(stream)
  }

  /** Ends streams whose credential is no longer valid or cannot be looked up. Call it every second. */
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

  /** Ends streams whose credential an event revoked or changed, by its subject. */
  endOf(id: string): void {
    for (const stream of this.#open) if (stream.caller?.revokedWith.includes(id)) stream.end()
  }

  /** Ends all streams with a credential, as a revocation may have been missed. */
  endAllOfCallers(): void {
    for (const stream of this.#open) if (stream.caller) stream.end()
  }

  /** Closes all open streams and refuses new ones. */
  close(): void {
    this.#isClosed = true
    for (const stream of this.#open) stream.end()
  }
}
