/** Random numbers that repeat for the same seed. */
export interface Random {
  /** Uniformly distributed in [0, 1). */
  uniform(): number
  exponential(mean: number): number
  normal(): number
  gamma(mean: number, variation: number): number
  lognormal(mean: number, variation: number): number
  /** @param tail Pareto's index: the smaller, the heavier the tail; above 1 */
  pareto(mean: number, tail: number): number
}

/** Mulberry32 (Ettinger, 2017): small and good enough for simulation; not for secrets. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function createRandom(seed: number): Random {
  const uniform = mulberry32(seed)
  const exponential = (mean: number) => -mean * Math.log(1 - uniform())
  // Box and Muller, 1958.
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
  // Marsaglia and Tsang, 2000; a shape below 1 is derived from shape + 1, times a power of a uniform number.
  const standardGamma = (shape: number): number => {
    if (shape < 1) return standardGamma(shape + 1) * uniform() ** (1 / shape)
    const d = shape - 1 / 3
    for (;;) {
      const x = normal()
      const v = (1 + x / Math.sqrt(9 * d)) ** 3
      if (v > 0 && Math.log(1 - uniform()) < x * x * 0.5 + d * (1 - v + Math.log(v))) return d * v
    }
  }
  return {
    uniform,
    exponential,
    normal,
    gamma: (mean, variation) => standardGamma(1 / variation ** 2) * mean * variation ** 2,
    lognormal(mean, variation) {
      const variance = Math.log(1 + variation ** 2)
      return mean * Math.exp(Math.sqrt(variance) * normal() - variance / 2)
    },
    pareto: (mean, tail) => ((mean * (tail - 1)) / tail) * (1 - uniform()) ** (-1 / tail),
  }
}
