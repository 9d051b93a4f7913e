import type { Row, Table } from '../../bench.ts'
import { ERROR_MEASURES, type Measure, meanOf, PROMISE_MEASURES, worstOf } from './measures.ts'
import { accuracyOf } from './score.ts'
import type { MethodQuotes, Result } from './venue-run.ts'

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

const errorRow = (result: Result): Row => ({
  venue: result.label,
  guests: String(result.usher.guests),
  'mean wait': result.usher.meanWait,
  Usher: result.usher.error,
  'best baseline': result.best.error,
  which: result.best.name,
  'best plain': result.bestPlain.error,
  oracle: result.oracle?.error ?? '',
  'its bias %': result.oracle?.biasPercent ?? '',
  ...cellsOf(ERROR_MEASURES, result),
})

const cellsOf = (measures: readonly Measure[], result: Result): Row =>
  Object.fromEntries(measures.map(({ name, of }) => [name, of(result) ?? '']))

function worstRow(measure: Measure, results: readonly Result[], overall: Result): Row {
  const worst = worstOf(measure, results)
  return {
    measure: measure.name,
    'over all': measure.of(overall) ?? '',
    'mean of runs': meanOf(measure, results) ?? '',
    worst: worst?.value ?? '',
    venue: worst?.label ?? '',
  }
}

function methodRow({ name, quotes }: MethodQuotes): Row {
  const { error, biasPercent, coveredPercent } = accuracyOf(quotes)
  return { method: name, 'MAE min': error, 'bias %': biasPercent, 'covered %': coveredPercent ?? '' }
}
