interface Backoff {
  /** Wait after the first failure, in ms; doubled after each further one. */
  readonly firstMs: number
  readonly maxMs: number
}

/**
 * How long to wait before the next attempt, in ms: exponential backoff with jitter between half and all of the delay
 * (Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015).
 *
 * @param failures attempts that have failed, at least 1
 * @param random chance, from 0 to 1
 */
export function backoffMs(failures: number, { firstMs, maxMs }: Backoff, random = Math.random()): number {
  const whole = Math.min(maxMs, firstMs * 2 ** (failures - 1))
  return Math.round(whole * (0.5 + random / 2))
}
