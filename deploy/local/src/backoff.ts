/** How long to wait before restarting a process that ended; all in milliseconds. */
export interface Backoff {
  readonly firstMs: number
  readonly maxMs: number
  /** A process that lived this long counts as healthy: the wait starts over. */
  readonly resetAfterMs: number
}

export const defaultBackoff: Backoff = { firstMs: 200, maxMs: 5_000, resetAfterMs: 30_000 }

/**
 * The next wait: the first one, then double the previous one, up to the longest.
 *
 * @param previousMs the wait before the last run; undefined for the first run.
 * @param livedMs how long the last run lasted.
 */
export function nextDelay(backoff: Backoff, previousMs: number | undefined, livedMs: number): number {
  if (previousMs === undefined || livedMs >= backoff.resetAfterMs) return backoff.firstMs
  return Math.min(previousMs * 2, backoff.maxMs)
}
