/** Stages after which a service is over for certain; more would overflow with a mean close to 0. */
const MAX_STAGES = 1_000

/**
 * For an Erlang-3 service that began some minutes ago: the probability that it still lasts, and its mean remaining
 * time.
 */
export function service(age: number, mean: number): { taken: number; left: number } {
  const x = Math.min(MAX_STAGES, (3 * Math.max(0, age)) / mean)
  const stages = 1 + x + x ** 2 / 2
  return { taken: Math.exp(-x) * stages, left: ((mean / 3) * (3 + 2 * x + x ** 2 / 2)) / stages }
}
