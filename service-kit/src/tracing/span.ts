/** A piece of work within a trace that several processes do together. */
export interface Span {
  /** Names this span as the parent of what comes of it (W3C Trace Context, level 1, §3.2). */
  readonly traceparent: string
  /**
   * Ends the span.
   *
   * @param attributes what became known in its course; nothing personal
   * @param failure what went wrong, in a word; undefined: nothing did
   */
  end(attributes?: SpanAttributes, failure?: string): void
}

/** Names follow OpenTelemetry's semantic conventions; those of our own begin with `usher.`. */
export type SpanAttributes = Readonly<Record<string, string | number>>

export interface SpanFacts {
  /** Of few different values: a route or a queue, never an identifier. */
  readonly name: string
  readonly kind: 'server' | 'client' | 'producer' | 'consumer'
  /** The `traceparent` of what causes this work; without one, or where it is malformed, a trace begins. */
  readonly parent?: string | undefined
  /** Nothing personal: identifiers are enough to find the rest. */
  readonly attributes?: SpanAttributes
}

export type StartSpan = (facts: SpanFacts) => Span

/** One for each process; undefined while nothing is traced. */
let starter: StartSpan | undefined

/** Starts a span; undefined, at no cost, in a process that does not trace. */
export const startSpan = (facts: () => SpanFacts): Span | undefined => starter?.(facts())

/** Whether this process traces. */
export const isTracing = (): boolean => starter !== undefined

/** Lets spans be started, or no longer. */
export function useSpans(start: StartSpan | undefined): void {
  starter = start
}
