import { atLeast, atMost, type Figure, percentWithin, type Row, type Table } from '../../bench.ts'
import { createBaselines } from './baselines.ts'
import type { Scenario } from './scenario.ts'
import { type Accuracy, accuracyOf } from './score.ts'
import { type QuotedWait, simulate } from './simulate.ts'
import { usherMethod } from './usher-method.ts'

/** A method's quotes in one run of a venue, or in several. */
export interface MethodQuotes {
  readonly name: string
  readonly quotes: readonly QuotedWait[]
}

/** How well the methods did in one run, or in several. */
export interface Result {
  readonly label: string
  /** Whether tables decide who is next. A larger bias is accepted then. */
  readonly byTables: boolean
  readonly usher: Accuracy
  /** The baseline with the smallest error. */
  readonly best: { readonly name: string; readonly error: number }
}

/** The quotes of all methods, Usher's first. */
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

/** A figure of each run, and of all runs together. */
interface Measure {
  readonly name: string
  readonly of: (result: Result) => number
  /** Greater is worse. */
  readonly badness: (value: number) => number
}

const farFrom90 = (value: number) => Math.abs(value - 90)
const high = (value: number) => value

/** About quotes at joining. */
const ERROR_MEASURES: readonly Measure[] = [
  { name: 'gain %', of: gainOf, badness: (value) => -value },
  { name: 'bias %', of: ({ usher }) => usher.biasPercent, badness: Math.abs },
]

/** About ranges, and quotes while guests wait. */
const RANGE_MEASURES: readonly Measure[] = [
  { name: 'covered, nobody ahead %', of: ({ usher }) => usher.coveredFirstPercent, badness: farFrom90 },
  { name: 'covered, somebody ahead %', of: ({ usher }) => usher.coveredBehindPercent, badness: farFrom90 },
  { name: 'rose %', of: ({ usher }) => usher.rosePercent, badness: high },
  { name: 'slipped %', of: ({ usher }) => usher.slippedPercent, badness: high },
  { name: 'half-way MAE', of: ({ usher }) => usher.halfWayError, badness: high },
  { name: 'half-way covered %', of: ({ usher }) => usher.halfWayCoveredPercent, badness: farFrom90 },
]

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
      rows: all.map((result) => ({ venue: result.label, ...cellsOf(RANGE_MEASURES, result) })),
    },
    {
      title: 'Over all, and where it is worst',
      rows: [...ERROR_MEASURES, ...RANGE_MEASURES].map((measure) => worstRow(measure, results, overall)),
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
  ...cellsOf(ERROR_MEASURES, result),
})

const cellsOf = (measures: readonly Measure[], result: Result): Row =>
  Object.fromEntries(measures.map(({ name, of }) => [name, of(result)]))

/** The mean of a measure over the runs that have it, and the run where it is worst. */
function worstRow({ name, of, badness }: Measure, results: readonly Result[], overall: Result): Row {
  const measured = results
    .map((result) => ({ venue: result.label, value: of(result) }))
    .filter(({ value }) => !Number.isNaN(value))
    .sort((a, b) => badness(b.value) - badness(a.value))
  const sum = measured.reduce((total, { value }) => total + value, 0)
  return {
    measure: name,
    'over all': of(overall),
    'mean of runs': sum / measured.length,
    worst: measured[0]?.value ?? Number.NaN,
    venue: measured[0]?.venue ?? '',
  }
}

function methodRow({ name, quotes }: MethodQuotes): Row {
  const { error, biasPercent, coveredPercent } = accuracyOf(quotes)
  return { method: name, 'MAE min': error, 'bias %': biasPercent, 'covered %': coveredPercent }
}

/** The figures that have targets, over all runs. */
export function figuresOf(results: readonly Result[], { usher }: Result): Figure[] {
  const gains = results.map(gainOf)
  const values = (of: (one: Accuracy) => number, some = results) =>
    some.map((result) => of(result.usher)).filter((value) => !Number.isNaN(value))
  const behind = values(({ coveredBehindPercent }) => coveredBehindPercent)
  const largestBias = (byTables: boolean) => {
    const some = results.filter((result) => result.byTables === byTables)
    return Math.max(0, ...values(({ biasPercent }) => Math.abs(biasPercent), some))
  }
  const better = (100 * gains.filter((gain) => gain >= 0).length) / gains.length
  const rose = Math.max(0, ...values(({ rosePercent }) => rosePercent))
  return [
    atLeast('share of runs in which no baseline is better', better, 90, ' %'),
    atMost('largest excess of the error over the best baseline', Math.max(0, -Math.min(...gains)), 5, ' %'),
    percentWithin('lowest share within the range, somebody ahead', Math.min(...behind), 80, 97),
    percentWithin('highest share within the range, somebody ahead', Math.max(...behind), 80, 97),
    percentWithin('share within the range, over all', usher.coveredPercent, 85, 95),
    atMost('largest bias, either way', largestBias(false), 10, ' %'),
    atMost('largest bias where tables decide, either way', largestBias(true), 20, ' %'),
    atMost('largest share of guests whose quote rose without an event', rose, 0, ' %'),
    atMost('share of guests whose turn slipped by more than five minutes', usher.slippedPercent, 20, ' %'),
  ]
}
