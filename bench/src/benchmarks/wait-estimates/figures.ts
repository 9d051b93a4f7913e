import { atMostPercent, type Figure, percent } from '../../bench.ts'
import { meanOf, REACHED } from './measures.ts'
import { gainOf, type Result } from './venue-run.ts'

/** The figures that have targets, over all runs. */
export function figuresOf(results: readonly Result[], overall: Result): Figure[] {
  const gains = results.map(gainOf)
  const reached = meanOf(REACHED, results)
  const behind = results.flatMap(({ usher }) => usher.coveredBehindPercent ?? [])
  const share = gains.filter((gain) => gain >= 0).length / gains.length
  return [
    percent('share of runs in which no baseline is better', 100 * share, 90),
    atMostPercent('largest excess of the error over the best baseline', Math.max(0, -Math.min(...gains)), 5),
    ...(reached === undefined ? [] : [percent('mean share of the reachable gain', reached, 70)]),
    percent('lowest share within the range, somebody ahead', Math.min(...behind), [80, 97]),
    percent('highest share within the range, somebody ahead', Math.max(...behind), [80, 97]),
    percent('share within the range, over all', overall.usher.coveredPercent ?? 0, [85, 95]),
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
    atMostPercent('largest bias, either way', largest(false), 10),
    atMostPercent('largest bias where tables decide, either way', largest(true), 20),
  ]
}

function renewalFigures(results: readonly Result[], { usher }: Result): Figure[] {
  if (!usher.renewed) return []
  const rises = results.map((result) => result.usher.renewed?.rosePercent ?? 0)
  return [
    atMostPercent('largest share of guests whose quote rose without an event', Math.max(...rises), 0),
    atMostPercent(
      'share of guests whose turn slipped by more than five minutes',
      usher.renewed.slippedPercent,
      20,
    ),
  ]
}
