import { gainOf, type Result, reachedOf } from './course.ts'

/** Something that is measured of each course, and over all. */
export interface Measure {
  readonly name: string
  /** undefined: there is nothing to measure. */
  readonly of: (result: Result) => number | undefined
  /** The greater the worse. */
  readonly badness: (value: number) => number
}

const low = (value: number) => -value
const high = (value: number) => value
/** Distance from nine of ten. */
const off = (value: number) => Math.abs(value - 90)

/** The share taken of what the best baseline leaves to be gained. */
export const REACHED: Measure = {
  name: 'reached %',
  of: (result) => reachedOf(result, result.best),
  badness: low,
}

/** What guests are told when they join. */
export const ERROR_MEASURES: readonly Measure[] = [
  { name: 'gain %', of: gainOf, badness: low },
  REACHED,
  { name: 'reached, plain %', of: (result) => reachedOf(result, result.bestPlain), badness: low },
  { name: 'bias %', of: ({ usher }) => usher.biasPercent, badness: Math.abs },
]

/** What ranges hold, and what guests are told while they wait. */
export const PROMISE_MEASURES: readonly Measure[] = [
  { name: 'covered, nobody ahead %', of: ({ usher }) => usher.coveredFirstPercent, badness: off },
  { name: 'covered, somebody ahead %', of: ({ usher }) => usher.coveredBehindPercent, badness: off },
  { name: 'rose %', of: ({ usher }) => usher.renewed?.rosePercent, badness: high },
  { name: 'widened %', of: ({ usher }) => usher.renewed?.widenedPercent, badness: high },
  { name: 'slipped %', of: ({ usher }) => usher.renewed?.slippedPercent, badness: high },
  {
    name: 'slipped since joining %',
    of: ({ usher }) => usher.renewed?.slippedSinceJoiningPercent,
    badness: high,
  },
  { name: 'half-way MAE', of: ({ usher }) => usher.renewed?.halfWayError, badness: high },
  { name: 'half-way covered %', of: ({ usher }) => usher.renewed?.halfWayCoveredPercent, badness: off },
]

interface Measured {
  readonly label: string
  readonly value: number
}

const measured = ({ of }: Measure, results: readonly Result[]): Measured[] =>
  results.flatMap((result) => {
    const value = of(result)
    return value === undefined || Number.isNaN(value) ? [] : [{ label: result.label, value }]
  })

/** The course where a measure is worst; undefined if it is measured nowhere. */
export const worstOf = (measure: Measure, results: readonly Result[]): Measured | undefined =>
  measured(measure, results).toSorted((a, b) => measure.badness(b.value) - measure.badness(a.value))[0]

/** The mean over the courses where it is measured; undefined if there is none. */
export function meanOf(measure: Measure, results: readonly Result[]): number | undefined {
  const values = measured(measure, results)
  if (values.length === 0) return undefined
  return values.reduce((sum, { value }) => sum + value, 0) / values.length
}
