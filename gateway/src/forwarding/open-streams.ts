import type { KnownCaller } from '../credentials/known-caller.ts'

/** An answer that goes on for as long as its client listens. */
interface OpenStream {
  readonly caller: KnownCaller | undefined
  /** Ends the answer, so that its client comes back. */
  end(): void
}

/** The streams that pass through the gateway: they end with the credential they were opened with. */
export class OpenStreams {
  readonly #open = new Map<OpenStream, NodeJS.Timeout | undefined>()
  #isClosed = false

  /** Keeps a stream until it is over; gives what must be called then. */
  add(stream: OpenStream): () => void {
    if (this.#isClosed) {
      stream.end()
      return () => {}
    }
    const expiresAtMs = stream.caller?.expiresAtMs ?? null
    const timer = expiresAtMs === null ? undefined : endLater(stream, expiresAtMs - Date.now())
    this.#open.set(stream, timer)
    return () => {
      clearTimeout(timer)
      this.#open.delete(stream)
    }
  }

  /** Ends those whose credential ends or changes with what an event tells of, by its subject. */
  endOf(id: string): void {
    for (const stream of this.#open.keys()) if (stream.caller?.revokedWith.includes(id)) stream.end()
  }

  /** Ends those that needed a credential, as a revocation may have been missed. */
  endAllOfCallers(): void {
    for (const stream of this.#open.keys()) if (stream.caller) stream.end()
  }

  /** Ends all, and those that begin yet. */
  close(): void {
    this.#isClosed = true
    for (const stream of this.#open.keys()) stream.end()
  }
}

/** Longer than any stream of ours goes on; what Node can wait is not without limit. */
const LONGEST_MS = 86_400_000

const endLater = (stream: OpenStream, ms: number): NodeJS.Timeout =>
  setTimeout(() => stream.end(), Math.min(Math.max(ms, 0), LONGEST_MS)).unref()
