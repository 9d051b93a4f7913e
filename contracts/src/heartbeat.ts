/**
 * Something is sent on each stream of server-sent events this often, in ms. Less than any hop waits for a silent answer:
 * the gateway's limit is 60 s.
 */
export const HEARTBEAT_MS = 15_000

/**
 * After this much silence, in ms, a client takes a stream for dead: three heartbeats. One can be late, as a lost packet
 * is sent again after seconds, and the next one with it; longer, a person would notice that nothing moves.
 */
export const STREAM_SILENCE_MS = 3 * HEARTBEAT_MS
