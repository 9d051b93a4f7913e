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

interface Step {
  readonly from: number
  readonly per_hour: number
}

/** The minutes of a day at which somebody arrives: a Poisson process by thinning (Lewis and Shedler, 1979). */
export function* arrivalTimes(
  steps: readonly Step[],
  { opens, closes }: { readonly opens: number; readonly closes: number },
  random: Random,
): Generator<number> {
  const max = Math.max(...steps.map(({ per_hour }) => per_hour))
  if (max === 0) return
  for (let at = opens; ; ) {
    at += random.exponential(60 / max)
    if (at >= closes) return
    const rate = steps.findLast(({ from }) => from <= at)?.per_hour ?? 0
    if (random.uniform() * max < rate) yield at
  }
}

interface Service {
  readonly distribution: (typeof DISTRIBUTIONS)[number]
  readonly variation: number
  readonly tail?: number | undefined
}

export const DISTRIBUTIONS = ['fixed', 'exponential', 'gamma', 'lognormal', 'pareto'] as const

export function drawTime({ distribution, variation, tail }: Service, mean: number, random: Random): number {
  if (distribution === 'fixed') return mean
  if (distribution === 'exponential') return random.exponential(mean)
  if (distribution === 'pareto') return random.pareto(mean, tail ?? Number.POSITIVE_INFINITY)
  return random[distribution](mean, variation)
}

export function drawOne<Item>(
  items: readonly Item[],
  weightOf: (item: Item) => number,
  random: Random,
): Item {
  let rest = random.uniform() * items.reduce((sum, item) => sum + weightOf(item), 0)
  for (const item of items) {
    rest -= weightOf(item)
    if (rest < 0) return item
  }
  return items.findLast((item) => weightOf(item) > 0) as Item
}

/** True with that probability. Draws no random number if it is 0 or 1. */
export const isDrawn = (share: number, random: Random): boolean =>
  share >= 1 || (share > 0 && random.uniform() < share)
