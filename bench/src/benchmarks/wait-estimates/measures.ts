import { gainOf, type Result, reachedOf } from './venue-run.ts'

/** A figure of each run, and of all runs together. */
export interface Measure {
  readonly name: string
  /** undefined: there is nothing to measure. */
  readonly of: (result: Result) => number | undefined
  /** Greater is worse. */
  readonly badness: (value: number) => number
}

const lowIsWorse = (value: number) => -value
const highIsWorse = (value: number) => value
const farFrom90IsWorse = (value: number) => Math.abs(value - 90)

/** Usher's share of the possible gain over the best baseline. */
export const REACHED: Measure = {
  name: 'reached %',
  of: (result) => reachedOf(result, result.best),
  badness: lowIsWorse,
}

/** About quotes at joining. */
export const ERROR_MEASURES: readonly Measure[] = [
  { name: 'gain %', of: gainOf, badness: lowIsWorse },
  REACHED,
  { name: 'reached, plain %', of: (result) => reachedOf(result, result.bestPlain), badness: lowIsWorse },
  { name: 'bias %', of: ({ usher }) => usher.biasPercent, badness: Math.abs },
]

/** About ranges, and quotes while guests wait. */
export const PROMISE_MEASURES: readonly Measure[] = [
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
  { name: 'widened %', of: ({ usher }) => usher.renewed?.widenedPercent, badness: highIsWorse },
  { name: 'slipped %', of: ({ usher }) => usher.renewed?.slippedPercent, badness: highIsWorse },
  {
    name: 'slipped since joining %',
    of: ({ usher }) => usher.renewed?.slippedSinceJoiningPercent,
    badness: highIsWorse,
  },
  { name: 'half-way MAE', of: ({ usher }) => usher.renewed?.halfWayError, badness: highIsWorse },
  {
    name: 'half-way covered %',
    of: ({ usher }) => usher.renewed?.halfWayCoveredPercent,
    badness: farFrom90IsWorse,
  },
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

/** The run where a measure is worst; undefined if no run has it. */
export const worstOf = (measure: Measure, results: readonly Result[]): Measured | undefined =>
  measured(measure, results).toSorted((a, b) => measure.badness(b.value) - measure.badness(a.value))[0]

/** The mean over the runs that have it; undefined if none has. */
export function meanOf(measure: Measure, results: readonly Result[]): number | undefined {
  const values = measured(measure, results)
  if (values.length === 0) return undefined
  return values.reduce((sum, { value }) => sum + value, 0) / values.length
}
