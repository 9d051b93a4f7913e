const DAY_MS = 86_400_000

/** Read once, so that a test that passes midnight still names the same day. */
const STARTED = Date.now()

/** The date this many days after the start of the tests, in UTC: `2026-11-30`. */
export const dayAhead = (days: number): string => new Date(STARTED + days * DAY_MS).toISOString().slice(0, 10)
