/** Durations of the parts of an attempt, in ms; null for a part that did not happen. */
export interface Timings {
  /** Host name look-up; null for an address, or a connection that was already open. */
  readonly dns_ms: number | null
  /** Connecting, look-up and TLS included; null for a connection that was already open. */
  readonly connect_ms: number | null
  /** From the start of the attempt to the response headers; null if none came. */
  readonly first_byte_ms: number | null
}

/** What opening a connection took. */
export type ConnectTimings = Pick<Timings, 'dns_ms' | 'connect_ms'>

export const OPEN_ALREADY: ConnectTimings = { dns_ms: null, connect_ms: null }

/** Whole milliseconds since a time of `performance.now()`. */
export const msSince = (startedAt: number): number => Math.round(performance.now() - startedAt)
