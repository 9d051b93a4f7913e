/** Milliseconds that the parts of an attempt took; null for a part that there was not. */
export interface Timings {
  /** Looking the host name up; null for an address, or a connection that was open already. */
  readonly dns_ms: number | null
  /** Connecting, the look-up and TLS included; null for a connection that was open already. */
  readonly connect_ms: number | null
  /** From the start of the attempt to the head of the answer; null where none came. */
  readonly first_byte_ms: number | null
}

/** What opening a connection took. */
export type ConnectTimings = Pick<Timings, 'dns_ms' | 'connect_ms'>

export const OPEN_ALREADY: ConnectTimings = { dns_ms: null, connect_ms: null }

/** Whole milliseconds since a time of `performance.now()`. */
export const msSince = (startedAt: number): number => Math.round(performance.now() - startedAt)
