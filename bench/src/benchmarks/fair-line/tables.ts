import type { Row, Table } from '../../bench.ts'
import { bestOf, keepsTimes } from './compare-rules.ts'
import type { Run } from './run-venue.ts'
import type { Score } from './score.ts'

export function tablesOf(runs: readonly Run[]): Table[] {
  return [
    ...runs.map(({ label, usher, others, further }) => ({
      title: `${label}: waits in minutes`,
      rows: [usher, ...others, ...further].map(scoreRow),
    })),
    { title: 'Usher beside the best of the other rules', rows: runs.map(summaryRow) },
  ]
}

const scoreRow = ({ rule, onTimePercent, walkIns, bookings, emptyPercent }: Score): Row => ({
  rule,
  'on time %': onTimePercent,
  'walk-in mean': walkIns.mean,
  'walk-in P90': walkIns.p90,
  'walk-in longest': walkIns.longest,
  'booking mean': bookings.mean,
  'booking P90': bookings.p90,
  'booking longest': bookings.longest,
  'kept empty %': emptyPercent,
})

function summaryRow({ label, usher, others }: Run): Row {
  const mean = bestOf(others, ({ walkIns }) => walkIns.mean)
  const p90 = bestOf(others, ({ walkIns }) => walkIns.p90)
  const equals = others.filter(keepsTimes)
  const ratio = (of: (score: Score) => number) =>
    equals.length > 0 ? of(usher) / Math.min(...equals.map(of)) : Number.NaN
  return {
    run: label,
    'on time %': usher.onTimePercent,
    'mean ÷ best': usher.walkIns.mean / mean.walkIns.mean,
    'best mean': mean.rule,
    'its on time %': mean.onTimePercent,
    'P90 ÷ best': usher.walkIns.p90 / p90.walkIns.p90,
    'best P90': p90.rule,
    'mean ÷ best on time': ratio(({ walkIns }) => walkIns.mean),
    'P90 ÷ best on time': ratio(({ walkIns }) => walkIns.p90),
  }
}
