import type { Random } from './random.ts'
import type { Scenario } from './scenario.ts'

/** An arriving party, with all its random properties. */
export interface Arrival {
  /** Minutes after midnight. */
  readonly at: number
  readonly size: number
  /** Minutes of service, at the venue's usual speed. */
  readonly service: number
  /** Minutes after which it leaves unserved. */
  readonly patience: number
  /** Whether it leaves without telling anybody. */
  readonly isSilent: boolean
  /** Whether it goes ahead of ordinary parties. */
  readonly hasPriority: boolean
  /** Whether it comes when it is called. */
  readonly comes: boolean
}

/** Draws the minutes of service of a party, at the venue's usual speed. */
type DrawService = (size: number, random: Random) => number

/**
 * The parties that arrive after a minute, one by one; undefined once the venue closes. A Poisson process whose rate
 * changes over the day, by thinning (Lewis and Shedler, 1979).
 */
export function arrivalsFrom(
  minute: number,
  scenario: Scenario,
  weekday: number,
  random: Random,
  drawService: DrawService = drawServiceOf(scenario),
): () => Arrival | undefined {
  const factor = scenario.weekdays[weekday] ?? 1
  const max = Math.max(...scenario.arrivals.map(({ per_hour }) => per_hour)) * factor
  let at = max === 0 ? Number.POSITIVE_INFINITY : minute
  return () => {
    while (at < scenario.closes) {
      at += random.exponential(60 / max)
      if (at >= scenario.closes) break
      if (random.uniform() * max < rateAt(scenario, at) * factor)
        return arrivalAt(at, scenario, random, drawService)
    }
    return undefined
  }
}

function rateAt({ arrivals }: Scenario, minute: number): number {
  for (let i = arrivals.length - 1; i >= 0; i -= 1) {
    const step = arrivals[i]
    if (step && step.from <= minute) return step.per_hour
  }
  return 0
}

/** Minutes that a party takes on average, at the venue's usual speed. */
export const meanService = ({ service }: Scenario, size: number): number =>
  service.mean_minutes + service.minutes_per_further_person * (size - 1)

function drawServiceOf(scenario: Scenario): DrawService {
  const { distribution, variation, tail = Number.POSITIVE_INFINITY } = scenario.service
  return (size, random) => {
    const mean = meanService(scenario, size)
    if (distribution === 'fixed') return mean
    if (distribution === 'exponential') return random.exponential(mean)
    if (distribution === 'pareto') return random.pareto(mean, tail)
    return random[distribution](mean, variation)
  }
}

function arrivalAt(at: number, scenario: Scenario, random: Random, drawService: DrawService): Arrival {
  const size = partySize(scenario, random)
  const service = drawService(size, random)
  const patience = drawPatience(scenario, random)
  const hasPriority = isDrawn(scenario.priority_share, random)
  return { at, size, service, patience, hasPriority, ...drawManners(scenario, random) }
}

/** Draws whether a party leaves without telling, and whether it comes when called. */
export const drawManners = ({ silent_share, no_shows }: Scenario, random: Random) => ({
  isSilent: isDrawn(silent_share, random),
  comes: !isDrawn(no_shows?.share ?? 0, random),
})

/** True with that probability. Draws no random number if it is 0 or 1. */
export const isDrawn = (share: number, random: Random): boolean =>
  share >= 1 || (share > 0 && random.uniform() < share)

export const drawPatience = ({ patience_minutes }: Scenario, random: Random): number =>
  patience_minutes === null ? Number.POSITIVE_INFINITY : random.exponential(patience_minutes)

function partySize({ parties }: Scenario, random: Random): number {
  const total = parties.reduce((sum, { weight }) => sum + weight, 0)
  let rest = random.uniform() * total
  for (const { size, weight } of parties) {
    rest -= weight
    if (rest < 0) return size
  }
  return parties.at(-1)?.size ?? 1
}
