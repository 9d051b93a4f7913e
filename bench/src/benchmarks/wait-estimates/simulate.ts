import { planDay } from './day.ts'
import type { Method, Quote } from './method.ts'
import { createRandom } from './random.ts'
import type { Scenario } from './scenario.ts'
import { SimulatedDay } from './simulated-day.ts'

const DAY_MINUTES = 24 * 60

/** What a method promised a guest, and what came. */
export interface Promised extends Quote {
  /** Minutes waited. */
  readonly actual: number
}

/**
 * Runs a venue day by day: a discrete-event simulation of one line, first come, first served, before a number
 * of lanes. Every method sees the same course, guest by guest, and nothing of the future.
 *
 * @returns for each method what it promised on the scored days to those who were served
 */
export function simulate(scenario: Scenario, seed: number, methods: readonly Method[]): Promised[][] {
  const random = createRandom(seed)
  const promises: Promised[][] = methods.map(() => [])
  for (let number = 0; number < scenario.history_days + scenario.scored_days; number += 1) {
    const day = planDay(scenario, number % 7, random)
    const served = new SimulatedDay(scenario, day, number * DAY_MINUTES, methods).run()
    if (number < scenario.history_days) continue
    for (const { quotes, actual } of served) {
      for (const [index, quote] of quotes.entries()) promises[index]?.push({ ...quote, actual })
    }
  }
  return promises
}
