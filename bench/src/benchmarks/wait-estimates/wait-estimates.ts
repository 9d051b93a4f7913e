import type { Benchmark, Computation, Outcome } from '../../bench.ts'
import { figuresOf } from './figures.ts'
import { loadScenarios } from './load-scenarios.ts'
import type { Scenario } from './scenario.ts'
import { tablesOf } from './tables.ts'
import { type MethodQuotes, type Result, resultOf, runVenue } from './venue-run.ts'

/** Compares the service's own wait estimator with other methods, over simulated venues. */
export const waitEstimates: Benchmark = {
  name: 'wait-estimates',
  title:
    'Quoted waits in simulated venues: Usher against baselines, and against an oracle that knows the distributions',
  compute,
}

function compute({ venues, seeds, withOracle, log }: Computation): Outcome {
  const results: Result[] = []
  const pooled: MethodQuotes[] = []
  for (const { scenario, seed, label } of loadScenarios(venues).flatMap((one) => runsOf(one, seeds))) {
    log(`wait-estimates: ${label}`)
    const entries = runVenue(scenario, seed, withOracle)
    results.push(resultOf(label, scenario.tables !== undefined, entries))
    for (const [i, entry] of entries.entries()) {
      pooled[i] = { ...entry, quotes: [...(pooled[i]?.quotes ?? []), ...entry.quotes] }
    }
  }
  const overall = resultOf('all', false, pooled)
  const unserved = results.filter(({ usher }) => usher.guests === 0).map(({ label }) => label)
  return {
    series: [],
    tables: tablesOf(results, overall, pooled),
    figures: figuresOf(results, overall),
    checks: [{ what: 'somebody was served in every venue', failures: unserved }],
  }
}

/** A venue under its own seed, or under each of those given. */
const runsOf = (scenario: Scenario, seeds: readonly number[]) =>
  seeds.length === 0
    ? [{ scenario, seed: scenario.seed, label: scenario.name }]
    : seeds.map((seed) => ({ scenario, seed, label: `${scenario.name}, seed ${seed}` }))
