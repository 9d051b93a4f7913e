/** A piece of work within a distributed trace. */
export interface Span {
  /** Names this span as the parent of the work it causes (W3C Trace Context, level 1, §3.2). */
  readonly traceparent: string
  /**
   * Ends the span.
   *
   * @param attributes what became known meanwhile; nothing personal
   * @param failure what went wrong, in a word; undefined if nothing did
   */
  end(attributes?: SpanAttributes, failure?: string): void
}

/** Names follow OpenTelemetry's semantic conventions; our own start with `usher.`. */
export type SpanAttributes = Readonly<Record<string, string | number>>

export interface SpanFacts {
  /** Low cardinality: a route or a queue, never an identifier. */
  readonly name: string
  readonly kind: 'server' | 'client' | 'producer' | 'consumer'
  /** `traceparent` of the work's cause; if missing or malformed, a new trace starts. */
  readonly parent?: string | undefined
  /** Nothing personal: identifiers are enough to find the rest. */
  readonly attributes?: SpanAttributes
}

export type StartSpan = (facts: SpanFacts) => Span

/** One per process; undefined without tracing. */
let starter: StartSpan | undefined

/** Starts a span; without tracing, returns undefined at no cost. */
export const startSpan = (facts: () => SpanFacts): Span | undefined => starter?.(facts())

/** Whether this process traces. */
export const isTracing = (): boolean => starter !== undefined

/** Enables spans, or disables them. */
export function useSpans(start: StartSpan | undefined): void {
  starter = start
}
