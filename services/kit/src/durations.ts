/** Lengths of time in milliseconds, the unit of timers and dates. A day is 24 hours, whatever a time zone does. */
export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Milliseconds as seconds for `Retry-After`: rounded up, so that no client retries too early. */
export const wholeSeconds = (ms: number): number => Math.max(1, Math.ceil(ms / SECOND_MS))
