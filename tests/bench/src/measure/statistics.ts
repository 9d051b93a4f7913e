/** The middle value; for an even number, the mean of the two in the middle. NaN if there are none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  if (sorted.length % 2 === 1) return sorted[middle] as number
  return ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
}

/** The smallest value that at least this percentage of the values do not exceed (nearest rank). */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN
}

export interface Interval {
  readonly low: number
  readonly high: number
}

/**
 * A distribution-free confidence interval of the median, from the order of the values (sign test): the k-th smallest
 * and the k-th largest value, with the greatest k that the confidence allows. Fewer than six values give their whole
 * range.
 */
export function medianInterval(values: readonly number[], confidence = 0.95): Interval {
  const sorted = values.toSorted((a, b) => a - b)
  const count = sorted.length
  let k = 0
  // The probability of k heads in as many coin tosses, and of at most k.
  let probability = 0.5 ** count
  for (let tail = probability; 2 * tail <= 1 - confidence; tail += probability) {
    k += 1
    probability *= (count - k + 1) / k
  }
  const rank = Math.max(1, k)
  return { low: sorted[rank - 1] ?? Number.NaN, high: sorted.at(-rank) ?? Number.NaN }
}
