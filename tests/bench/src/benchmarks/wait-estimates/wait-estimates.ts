import {
  atLeast,
  atMost,
  type Computation,
  type ComputedBenchmark,
  type Figure,
  type Outcome,
  percentWithin,
} from '../../bench.ts'
import { loadVenues } from '../venue-files.ts'
import { gainOf, type MethodQuotes, type Result, resultOf, runVenue } from './results.ts'
import { type Scenario, scenarioSchema } from './scenario.ts'
import { tablesOf } from './tables.ts'

/** Compares the service's own wait estimator with other methods, over simulated venues. */
export const waitEstimates: ComputedBenchmark = {
  name: 'wait-estimates',
  title: 'Quoted waits in simulated venues: Usher against baselines',
  compute,
}

function compute({ venues, seeds, log }: Computation): Outcome {
  const results: Result[] = []
  const pooled: MethodQuotes[] = []
  for (const { scenario, seed, label } of loadScenarios(venues).flatMap((one) => runsOf(one, seeds))) {
    log(`wait-estimates: ${label}`)
    const methods = runVenue(scenario, seed)
    results.push(resultOf(label, scenario.tables !== undefined, methods))
    for (const [i, one] of methods.entries()) {
      pooled[i] = { ...one, quotes: [...(pooled[i]?.quotes ?? []), ...one.quotes] }
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

/** A venue under its own seed, or under each of those given. */
const runsOf = (scenario: Scenario, seeds: readonly number[]) =>
  seeds.length === 0
    ? [{ scenario, seed: scenario.seed, label: scenario.name }]
    : seeds.map((seed) => ({ scenario, seed, label: `${scenario.name}, seed ${seed}` }))

/** The figures that have targets, over all runs. */
export function figuresOf(results: readonly Result[], overall: Result): Figure[] {
  const gains = results.map(gainOf)
  const behind = results.flatMap(({ usher }) => usher.coveredBehindPercent ?? [])
  const share = gains.filter((gain) => gain >= 0).length / gains.length
  return [
    atLeast('share of runs in which no baseline is better', 100 * share, 90, ' %'),
    atMost('largest excess of the error over the best baseline', Math.max(0, -Math.min(...gains)), 5, ' %'),
    percentWithin('lowest share within the range, somebody ahead', Math.min(...behind), 80, 97),
    percentWithin('highest share within the range, somebody ahead', Math.max(...behind), 80, 97),
    percentWithin('share within the range, over all', overall.usher.coveredPercent ?? 0, 85, 95),
    ...biasFigures(results),
    ...renewalFigures(results, overall),
  ]
}

function biasFigures(results: readonly Result[]): Figure[] {
  const largest = (byTables: boolean) =>
    results
      .filter((result) => result.byTables === byTables)
      .reduce((most, { usher }) => Math.max(most, Math.abs(usher.biasPercent)), 0)
  return [
    atMost('largest bias, either way', largest(false), 10, ' %'),
    atMost('largest bias where tables decide, either way', largest(true), 20, ' %'),
  ]
}

function renewalFigures(results: readonly Result[], { usher }: Result): Figure[] {
  if (!usher.renewed) return []
  const rises = results.map((result) => result.usher.renewed?.rosePercent ?? 0)
  return [
    atMost('largest share of guests whose quote rose without an event', Math.max(...rises), 0, ' %'),
    atMost(
      'share of guests whose turn slipped by more than five minutes',
      usher.renewed.slippedPercent,
      20,
      ' %',
    ),
  ]
}
