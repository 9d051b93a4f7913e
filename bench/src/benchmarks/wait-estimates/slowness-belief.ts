import { meanService } from './arrivals.ts'
import { type Slowness, slownessAt } from './day.ts'
import type { Busy, FloorState } from './floor.ts'
import type { Lifetime } from './lifetime.ts'
import type { Scenario } from './scenario.ts'

/** How many factors of a day are told apart, and how far they reach in standard deviations of their logarithm. */
const FACTORS = 61
const REACH = 4

interface Supposed extends Slowness {
  /** Logarithm of the probability by the services that have ended, but for a constant. */
  readonly weight: number
}

/** How slow a day may be, by what can be seen in the room: Bayes' rule on a grid of factors. */
export class SlownessBelief {
  readonly #scenario: Scenario
  readonly #service: Lifetime
  readonly #drift: number
  #supposed: readonly Supposed[]
  /** Whether the first service that ends will tell the factor. */
  #isUnmeasured: boolean

  /** @param drift factor by which services have drifted until the day */
  constructor(scenario: Scenario, service: Lifetime, drift: number) {
    this.#scenario = scenario
    this.#service = service
    this.#drift = drift
    this.#supposed = factorsOf(scenario).flatMap((factor) => this.#suppose(() => drift * factor))
    this.#isUnmeasured = service.isFixed === true && scenario.day_variation > 0
  }

  /** Learns how long a service took. */
  ended(busy: Busy): void {
    if (busy.isHeld || this.#supposed.length === 1) return
    const took = (busy.until - busy.since) / meanService(this.#scenario, busy.size)
    if (this.#isUnmeasured) {
      const slownessOf = (isSlow: boolean) => slownessAt(this.#scenario, { factor: 1, isSlow }, busy.since)
      this.#supposed = this.#suppose((isSlow) => took / slownessOf(isSlow))
      this.#isUnmeasured = false
      return
    }
    this.#supposed = this.#supposed.map((one) => {
      const slowness = slownessAt(this.#scenario, one, busy.since)
      return { ...one, weight: one.weight + this.#service.logDensity(took / slowness) - Math.log(slowness) }
    })
  }

  /** How slow the day may be, each as frequent as it is probable. */
  draw(count: number, { busy, minute }: Pick<FloorState, 'busy' | 'minute'>): Slowness[] {
    const weights = probabilities(this.#supposed.map((one) => one.weight + this.#survival(one, busy, minute)))
    let at = 0
    let below = weights[0] ?? 0
    return Array.from({ length: count }, (_, i) => {
      while (below < (i + 0.5) / count && at < weights.length - 1) {
        at += 1
        below += weights[at] ?? 0
      }
      return this.#supposed[at] as Supposed
    })
  }

  /** Logarithm of the probability that those in service were not served sooner. */
  #survival(supposed: Slowness, busy: readonly Busy[], minute: number): number {
    if (this.#supposed.length === 1) return 0
    let sum = 0
    for (const { since, size, isHeld } of busy) {
      const mean = meanService(this.#scenario, size) * slownessAt(this.#scenario, supposed, since)
      if (!isHeld) sum += this.#service.logSurvival((minute - since) / mean)
    }
    return sum
  }

  /** What may be before anything was seen, with a slow time and without. */
  #suppose(factorOf: (isSlow: boolean) => number): Supposed[] {
    const share = this.#scenario.slow?.share_of_days ?? 0
    return [false, true].flatMap((isSlow) => {
      const chance = isSlow ? share : 1 - share
      if (chance === 0) return []
      const factor = factorOf(isSlow)
      return [{ factor, isSlow, weight: Math.log(chance) + logPrior(this.#scenario, factor / this.#drift) }]
    })
  }
}

/** Factors in equal steps of the logarithm. */
function factorsOf({ day_variation }: Scenario): number[] {
  if (day_variation === 0) return [1]
  const variance = Math.log(1 + day_variation ** 2)
  return Array.from({ length: FACTORS }, (_, i) =>
    Math.exp(REACH * Math.sqrt(variance) * ((2 * i) / (FACTORS - 1) - 1) - variance / 2),
  )
}

/** Logarithm of the density of a factor's logarithm, but for a constant. */
function logPrior({ day_variation }: Scenario, factor: number): number {
  if (day_variation === 0) return 0
  const variance = Math.log(1 + day_variation ** 2)
  return -((Math.log(factor) + variance / 2) ** 2) / (2 * variance)
}

/** Where nothing supposed can be, all are alike. */
function probabilities(logs: readonly number[]): number[] {
  const most = Math.max(...logs)
  const weights = logs.map((log) => (Number.isFinite(most) ? Math.exp(log - most) : 1))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => weight / total)
}
