/** How long to wait before a process that ended is started again; all in milliseconds. */
export interface Backoff {
  readonly firstMs: number
  readonly maxMs: number
  /** A process that lived this long is taken for a healthy one, and the wait starts over. */
  readonly resetAfterMs: number
}

export const defaultBackoff: Backoff = { firstMs: 200, maxMs: 5_000, resetAfterMs: 30_000 }

/**
 * The wait after an end: the first, then twice the one before, up to the longest.
 *
 * @param previousMs the wait before the life that ended; undefined for the first life.
 * @param livedMs how long it lived.
 */
export function nextDelay(backoff: Backoff, previousMs: number | undefined, livedMs: number): number {
  if (previousMs === undefined || livedMs >= backoff.resetAfterMs) return backoff.firstMs
  return Math.min(previousMs * 2, backoff.maxMs)
}
