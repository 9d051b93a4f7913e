import { medianRegression, weightedSum } from './median-regression.ts'

/** What an estimate's error may depend on. */
export interface Uncorrected {
  /** Minutes expected, before the correction. */
  readonly expected: number
  /** Whether the guest was the first of the line. */
  readonly nobody_ahead: boolean
  /** How much slower the last 90 minutes were than usual, as a logarithm. */
  readonly slower: number
}

/** A quote with its outcome. */
export interface Outcome extends Uncorrected {
  /** Minutes waited. */
  readonly actual: number
  /** The most minutes that the outcome counts as. */
  readonly at_most: number
}

/** What is added to estimates: learnt from the outcomes of many days. */
export interface Correction {
  /** The unit of the features, in minutes. */
  readonly scale: number
  readonly weights: readonly number[]
}

/** Outcomes that a correction is learnt from, and the fewest; see docs/wait-estimates.md. */
export const OUTCOMES_KEPT = 400
const OUTCOMES_NEEDED = 60

/** How many outcomes the assumption counts as that no correction is needed. */
const RIDGE = 8

/** Limits of what a correction may do to a minute expected, and to a wait of none, in its unit. */
const MIN_SLOPE = 0.5
const MAX_SLOPE = 2
const MAX_SHIFT = 0.5

/** Learns a correction; undefined while too few outcomes are known. */
export function fitCorrection(outcomes: readonly Outcome[]): Correction | undefined {
  if (outcomes.length < OUTCOMES_NEEDED) return undefined
  const scale = 1 + outcomes.reduce((sum, { expected }) => sum + expected, 0) / outcomes.length
  const rows = outcomes.map((one) => featuresOf(one, scale))
  const missing = outcomes.map(
    ({ actual, at_most, expected }) => (Math.min(actual, at_most) - expected) / scale,
  )
  return { scale, weights: medianRegression(rows, missing, RIDGE) }
}

/** The minutes to expect; they grow with those before the correction. */
export function corrected(correction: Correction | undefined, estimate: Uncorrected): number {
  const { expected } = estimate
  if (!correction) return expected
  const { scale, weights } = correction
  const shift = weightedSum(featuresOf({ ...estimate, expected: 0 }, scale), weights)
  const slope = weightedSum(featuresOf({ ...estimate, expected: scale }, scale), weights) - shift
  const minutes = Math.min(MAX_SHIFT, Math.max(-MAX_SHIFT, shift)) * scale
  return Math.max(0, minutes + Math.min(MAX_SLOPE, Math.max(MIN_SLOPE, 1 + slope)) * expected)
}

function featuresOf({ expected, nobody_ahead, slower }: Uncorrected, scale: number): readonly number[] {
  const minutes = expected / scale
  return [1, minutes, nobody_ahead ? 1 : 0, nobody_ahead ? minutes : 0, slower * minutes]
}
