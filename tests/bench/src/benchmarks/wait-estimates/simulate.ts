import { planDay } from './day.ts'
import type { Listed } from './listed-line.ts'
import type { Method, Quote } from './method.ts'
import { createRandom } from './random.ts'
import { type Renewal, renewalOf } from './renewal.ts'
import type { Scenario } from './scenario.ts'
import { SimulatedDay } from './simulated-day.ts'

const DAY_MINUTES = 24 * 60

/** A method's quote for a guest, and the actual wait. */
export interface QuotedWait extends Quote {
  /** Minutes waited. */
  readonly actual: number
  /** Parties ahead at the time of the quote. */
  readonly ahead: number
  /** Parties that had joined before, since the simulation began. */
  readonly joinedBefore: number
  /** Absent for methods that do not renew quotes. */
  readonly renewal?: Renewal
}

/**
 * Runs a venue day by day: a discrete-event simulation of one line. Every method sees the same events, guest by guest,
 * as staff enter them, and none sees the future.
 *
 * @returns for each method, its quotes on the scored days to guests who were served
 */
export function simulate(scenario: Scenario, seed: number, methods: readonly Method[]): QuotedWait[][] {
  const random = createRandom(seed)
  const scored: QuotedWait[][] = methods.map(() => [])
  let listed: readonly Listed[] = []
  let joined = 0
  for (let number = 0; number < scenario.history_days + scenario.scored_days; number += 1) {
    const day = planDay(scenario, number, random)
    const joinedBefore = joined
    joined += day.arrivals.length
    const isScored = number >= scenario.history_days
    const simulated = new SimulatedDay(scenario, day, { midnight: number * DAY_MINUTES, methods, isScored })
    simulated.noteForgotten(listed)
    const { served, forgotten } = simulated.run()
    listed = forgotten
    if (!isScored) continue
    for (const { ahead, actual, told, joinedBefore: beforeOnDay } of served) {
      for (const [index, quotes] of told.entries()) {
        const { quoted, high } = quotes[0]
        scored[index]?.push({
          quoted,
          ahead,
          actual,
          joinedBefore: joinedBefore + beforeOnDay,
          ...(high !== undefined && { high }),
          ...(methods[index]?.requote && { renewal: renewalOf(quotes, actual) }),
        })
      }
    }
  }
  return scored
}
