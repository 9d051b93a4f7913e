import type { Row, Table } from '../../bench.ts'
import { gainOf, type MethodQuotes, type Result } from './results.ts'
import { accuracyOf } from './score.ts'

/** @param overall result of all runs together */
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
      rows: all.map((result) => ({ venue: result.label, ...cellsOf(PROMISE_MEASURES, result) })),
    },
    {
      title: 'Over all, and where it is worst',
      rows: [...ERROR_MEASURES, ...PROMISE_MEASURES].map((measure) => worstRow(measure, results, overall)),
    },
    { title: 'Methods over all venues', rows: pooled.map(methodRow) },
  ]
}

/** A figure of each run, and of all runs together. */
interface Measure {
  readonly name: string
  /** undefined: there is nothing to measure. */
  readonly of: (result: Result) => number | undefined
  /** Greater is worse. */
  readonly badness: (value: number) => number
}

const lowIsWorse = (value: number) => -value
const highIsWorse = (value: number) => value
const farFrom90IsWorse = (value: number) => Math.abs(value - 90)

/** About quotes at joining. */
const ERROR_MEASURES: readonly Measure[] = [
  { name: 'gain %', of: gainOf, badness: lowIsWorse },
  { name: 'bias %', of: ({ usher }) => usher.biasPercent, badness: Math.abs },
]

/** About ranges, and quotes while guests wait. */
const PROMISE_MEASURES: readonly Measure[] = [
  {
    name: 'covered, nobody ahead %',
    of: ({ usher }) => usher.coveredFirstPercent,
    badness: farFrom90IsWorse,
  },
  {
    name: 'covered, somebody ahead %',
    of: ({ usher }) => usher.coveredBehindPercent,
    badness: farFrom90IsWorse,
  },
  { name: 'rose %', of: ({ usher }) => usher.renewed?.rosePercent, badness: highIsWorse },
  { name: 'slipped %', of: ({ usher }) => usher.renewed?.slippedPercent, badness: highIsWorse },
  { name: 'half-way MAE', of: ({ usher }) => usher.renewed?.halfWayError, badness: highIsWorse },
  {
    name: 'half-way covered %',
    of: ({ usher }) => usher.renewed?.halfWayCoveredPercent,
    badness: farFrom90IsWorse,
  },
]

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
  Object.fromEntries(measures.map(({ name, of }) => [name, of(result) ?? '']))

/** The mean of a measure over the runs that have it, and the run where it is worst. */
function worstRow({ name, of, badness }: Measure, results: readonly Result[], overall: Result): Row {
  const measured = results.flatMap((result) => {
    const value = of(result)
    return value === undefined || Number.isNaN(value) ? [] : [{ venue: result.label, value }]
  })
  const [worst] = measured.toSorted((a, b) => badness(b.value) - badness(a.value))
  const sum = measured.reduce((total, { value }) => total + value, 0)
  return {
    measure: name,
    'over all': of(overall) ?? '',
    'mean of runs': measured.length > 0 ? sum / measured.length : '',
    worst: worst?.value ?? '',
    venue: worst?.venue ?? '',
  }
}

function methodRow({ name, quotes }: MethodQuotes): Row {
  const { error, biasPercent, coveredPercent } = accuracyOf(quotes)
  return { method: name, 'MAE min': error, 'bias %': biasPercent, 'covered %': coveredPercent ?? '' }
}
