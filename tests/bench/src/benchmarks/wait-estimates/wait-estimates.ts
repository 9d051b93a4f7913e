import type { Bench, Benchmark, Outcome } from '../../bench.ts'
import { loadVenues } from '../venues.ts'
import { figuresOf, type MethodQuotes, type Result, resultOf, runVenue, tablesOf } from './results.ts'
import { type Scenario, scenarioSchema } from './scenario.ts'

/** Compares the service's own wait estimator with other methods, over simulated venues. */
export const waitEstimates: Benchmark = {
  name: 'wait-estimates',
  title: 'Quoted waits in simulated venues: Usher against baselines',
  run,
}

async function run({ venues, seeds, log, signal }: Bench): Promise<Outcome> {
  const results: Result[] = []
  const pooled: MethodQuotes[] = []
  for (const scenario of loadScenarios(venues)) {
    for (const seed of seeds.length > 0 ? seeds : [scenario.seed]) {
      signal.throwIfAborted()
      const label = seeds.length > 0 ? `${scenario.name}, seed ${seed}` : scenario.name
      log(`wait-estimates: ${label}`)
      const methods = runVenue(scenario, seed)
      results.push(resultOf(label, scenario.tables !== undefined, methods))
      for (const [i, { name, quotes }] of methods.entries())
        pooled[i] = { name, quotes: [...(pooled[i]?.quotes ?? []), ...quotes] }
    }
  }
  const overall = resultOf('all', false, pooled)
  const unserved = results.filter(({ usher }) => usher.guests === 0).map(({ label }) => label)
  return {
    tables: tablesOf(results, overall, pooled),
    figures: figuresOf(results, overall),
    checks: [{ what: 'somebody was served in every venue', failures: unserved }],
  }
}

/** Reads venues to simulate: the files named, or the ones included. */
export const loadScenarios = (files: readonly string[]): Scenario[] =>
  loadVenues(files, `${import.meta.dirname}/scenarios`, scenarioSchema)
