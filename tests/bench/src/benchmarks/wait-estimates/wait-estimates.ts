import {
  atLeast,
  atMost,
  type Bench,
  type Benchmark,
  type Figure,
  type Outcome,
  percentWithin,
  type Row,
  type Table,
} from '../../bench.ts'
import { loadVenues } from '../venues.ts'
import { createBaselines } from './baselines.ts'
import { type Scenario, scenarioSchema } from './scenario.ts'
import { type Accuracy, accuracyOf } from './score.ts'
import { type QuotedWait, simulate } from './simulate.ts'
import { usherMethod } from './usher-method.ts'

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

export const loadScenarios = (files: readonly string[]): Scenario[] =>
  loadVenues(files, `${import.meta.dirname}/scenarios`, scenarioSchema)

export interface MethodQuotes {
  readonly name: string
  readonly quotes: readonly QuotedWait[]
}

export interface Result {
  readonly label: string
  /** Whether tables decide who is next. A larger bias is accepted then. */
  readonly byTables: boolean
  readonly usher: Accuracy
  readonly best: { readonly name: string; readonly error: number }
}

export function runVenue(scenario: Scenario, seed: number): MethodQuotes[] {
  const methods = [usherMethod(), ...createBaselines()]
  const quotes = simulate(scenario, seed, methods)
  return methods.map(({ name }, i) => ({ name, quotes: quotes[i] ?? [] }))
}

/** @param methods Usher's first */
export function resultOf(label: string, byTables: boolean, methods: readonly MethodQuotes[]): Result {
  const [usher, ...baselines] = methods
  const best = baselines
    .map(({ name, quotes }) => ({ name, error: accuracyOf(quotes).error }))
    .reduce((least, one) => (one.error < least.error ? one : least))
  return { label, byTables, usher: accuracyOf(usher?.quotes ?? []), best }
}

/** Per cent by which Usher's error is below that of the best baseline. */
export const gainOf = ({ usher, best }: Result): number => 100 * (1 - usher.error / best.error)

/**
 * @param overall result of all runs together
 * @param pooled quotes of all runs together, by method
 */
export function tablesOf(
  results: readonly Result[],
  overall: Result,
  pooled: readonly MethodQuotes[],
): Table[] {
  const all = [...results, overall]
  return [
    { title: 'Quotes at joining: mean absolute errors in minutes', rows: all.map(errorRow) },
    {
      title: 'Shares of guests within the range, after the first hundred parties; quotes renewed each minute',
      rows: all.map(rangeRow),
    },
    { title: 'Methods over all venues', rows: pooled.map(methodRow) },
  ]
}

const errorRow = (result: Result): Row => ({
  venue: result.label,
  guests: String(result.usher.guests),
  'mean wait': result.usher.meanWait,
  Usher: result.usher.error,
  'best baseline': result.best.error,
  which: result.best.name,
  'gain %': gainOf(result),
  'bias %': result.usher.biasPercent,
})

const rangeRow = ({ label, usher }: Result): Row => ({
  venue: label,
  'covered, nobody ahead %': usher.coveredFirstPercent,
  'covered, somebody ahead %': usher.coveredBehindPercent,
  'rose %': usher.rosePercent,
  'slipped %': usher.slippedPercent,
  'half-way MAE': usher.halfWayError,
  'half-way covered %': usher.halfWayCoveredPercent,
})

function methodRow({ name, quotes }: MethodQuotes): Row {
  const { error, biasPercent, coveredPercent } = accuracyOf(quotes)
  return { method: name, 'MAE min': error, 'bias %': biasPercent, 'covered %': coveredPercent }
}

/** Figures with targets over all runs, each with the venue where it is worst. */
export function figuresOf(results: readonly Result[], { usher }: Result): Figure[] {
  const better = results.filter((result) => gainOf(result) >= 0).length / results.length
  const excess = highest(results, (result) => Math.max(0, -gainOf(result)))
  const leastCovered = highest(results, (result) => -result.usher.coveredBehindPercent)
  const mostCovered = highest(results, (result) => result.usher.coveredBehindPercent)
  const bias = (byTables: boolean) =>
    highest(
      results.filter((result) => result.byTables === byTables),
      (result) => Math.abs(result.usher.biasPercent),
    )
  const [usual, tables] = [bias(false), bias(true)]
  const rose = highest(results, (result) => result.usher.rosePercent)
  const covered = 'share within the range, somebody ahead'
  return [
    atLeast('share of runs in which no baseline is better', 100 * better, 90, ' %'),
    atMost(`largest excess of the error over the best baseline${excess.where}`, excess.value, 5, ' %'),
    percentWithin(`lowest ${covered}${leastCovered.where}`, -leastCovered.value, 80, 97),
    percentWithin(`highest ${covered}${mostCovered.where}`, mostCovered.value, 80, 97),
    percentWithin('share within the range, over all', usher.coveredPercent, 85, 95),
    atMost(`largest bias, either way${usual.where}`, usual.value, 10, ' %'),
    atMost(`largest bias where tables decide, either way${tables.where}`, tables.value, 20, ' %'),
    atMost(`largest share of guests whose quote rose without an event${rose.where}`, rose.value, 0, ' %'),
    atMost('share of guests whose turn slipped by more than five minutes', usher.slippedPercent, 20, ' %'),
  ]
}

/** The highest value of the runs that have one, and where it is. */
function highest(results: readonly Result[], of: (result: Result) => number) {
  const values = results.map((result) => ({ value: of(result), where: ` (${result.label})` }))
  const [first] = values.filter(({ value }) => !Number.isNaN(value)).sort((a, b) => b.value - a.value)
  return first ?? { value: 0, where: '' }
}
