/**
 * Counts of requests by latency, in buckets that grow by a constant factor, so that counts of any periods and
 * credentials can be added up and percentiles read from the sum. Buckets and estimate are those of DDSketch (Masson,
 * Rim and Lee, "DDSketch: A Fast and Fully-Mergeable Quantile Sketch with Relative-Error Guarantees", PVLDB 12(12),
 * 2019): with γ = (1 + α) / (1 − α), bucket i > 0 counts latencies in (m·γ^(i−1), m·γ^i], where m is the shortest
 * latency distinguished. A latency in it is estimated as 2·m·γ^i / (γ + 1), which is off by at most the fraction α
 * (lemma 2). Bucket 0 counts everything up to m.
 */
export type Histogram = Record<string, number>

/** α: percentiles are accurate to 2 %. */
export const RELATIVE_ERROR = 0.02

/** m: shorter latencies count as this one, in ms. */
export const MIN_MS = 0.1

const GAMMA = (1 + RELATIVE_ERROR) / (1 - RELATIVE_ERROR)

/** The bucket that counts a latency in ms. */
export const bucketOf = (ms: number): number =>
  ms <= MIN_MS ? 0 : Math.ceil(Math.log(ms / MIN_MS) / Math.log(GAMMA))

/** Estimated latency of a bucket, in ms to four digits. */
const estimate = (bucket: number): number =>
  bucket === 0 ? MIN_MS : Number(((2 * MIN_MS * GAMMA ** bucket) / (GAMMA + 1)).toPrecision(4))

/** Adds the counts of one histogram to another. */
export function addHistogram(to: Histogram, from: Histogram): void {
  for (const bucket in from) to[bucket] = (to[bucket] ?? 0) + (from[bucket] ?? 0)
}

/**
 * Latencies in ms at the given fractions of all requests (0.5 for the median), in the same order: the value at index
 * ⌊q·(n − 1)⌋ of n sorted latencies; null if there are none.
 */
export function percentiles(histogram: Histogram, fractions: readonly number[]): (number | null)[] {
  const counts = Object.entries(histogram)
    .map(([bucket, count]) => [Number(bucket), count] as const)
    .sort(([a], [b]) => a - b)
  const total = counts.reduce((sum, [, count]) => sum + count, 0)
  return fractions.map((fraction) => {
    let left = Math.floor(fraction * (total - 1))
    const found = counts.find(([, count]) => {
      left -= count
      return left < 0
    })
    return found ? estimate(found[0]) : null
  })
}
