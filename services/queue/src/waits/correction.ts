import { medianRegression, weightedSum } from './regression.ts'

/** An estimate before the correction: what its error may depend on. */
export interface Uncorrected {
  /** Minutes expected, before the correction. */
  readonly expected: number
  /** Whether the guest is the first of the line. */
  readonly nobody_ahead: boolean
  /** Logarithm of how much longer than usual parties took. */
  readonly log_slowness: number
}

/** A quote, and the wait that followed. */
export interface Outcome extends Uncorrected {
  /** Minutes waited, limited so that one forgotten guest has little weight. */
  readonly actual: number
}

/** A linear correction of estimates, learnt from the outcomes of many days. */
export interface Correction {
  /** The unit of the features, in minutes. */
  readonly scale: number
  readonly weights: readonly number[]
}

/** The most and the fewest outcomes that a correction is learnt from (docs/wait-estimates.md). */
export const MAX_OUTCOMES = 400
const MIN_OUTCOMES = 60

/** Weight, in outcomes, of the assumption that no correction is needed. */
const RIDGE = 8

/** Limits of the factor on the minutes expected, and of what is added to them, in units of the scale. */
const MIN_SLOPE = 0.5
const MAX_SLOPE = 2
const MAX_SHIFT = 0.5

/** The mean quote, as a share of the mean wait, that estimates are stretched to where waits are skewed. */
const LEAST_SHARE = 0.95

/** The most that estimates are stretched by, and the weight, in outcomes, of the assumption that they need not be. */
const MAX_STRETCH = 1.25
const UNSTRETCHED_WEIGHT = 20

/** Learns a correction; undefined while too few outcomes are known. */
export function fitCorrection(outcomes: readonly Outcome[]): Correction | undefined {
  if (outcomes.length < MIN_OUTCOMES) return undefined
  const scale = 1 + outcomes.reduce((sum, { expected }) => sum + expected, 0) / outcomes.length
  const rows = outcomes.map((one) => featuresOf(one, scale))
  const errors = outcomes.map(({ actual, expected }) => (actual - expected) / scale)
  const medians = { scale, weights: medianRegression(rows, errors, RIDGE) }
  return stretched(medians, stretchOf(medians, outcomes))
}

/**
 * By how much estimates must grow for their mean to come near to that of the waits; never below 1. The median of a skewed
 * wait is well below its mean, and a guest minds a turn that is late more than one that is early. Between the two, the
 * absolute error hardly changes.
 */
function stretchOf(medians: Correction, outcomes: readonly Outcome[]): number {
  const waited = outcomes.reduce((sum, { actual }) => sum + actual, 0)
  const quoted = outcomes.reduce((sum, one) => sum + corrected(medians, one), 0)
  if (quoted === 0) return 1
  const needed = Math.min(MAX_STRETCH, (LEAST_SHARE * waited) / quoted)
  const trust = outcomes.length / (outcomes.length + UNSTRETCHED_WEIGHT)
  return 1 + trust * Math.max(0, needed - 1)
}

/** A correction that gives so many times the minutes. The weight of the minutes expected is what is added to one. */
function stretched({ scale, weights }: Correction, stretch: number): Correction {
  return { scale, weights: weights.map((weight, at) => stretch * weight + (at === 1 ? stretch - 1 : 0)) }
}

/** The corrected minutes; more minutes before the correction never give fewer after it. */
export function corrected(correction: Correction | undefined, estimate: Uncorrected): number {
  const { expected } = estimate
  if (!correction) return expected
  const { scale, weights } = correction
  const shift = weightedSum(featuresOf({ ...estimate, expected: 0 }, scale), weights)
  const slope = weightedSum(featuresOf({ ...estimate, expected: scale }, scale), weights) - shift
  const minutes = Math.min(MAX_SHIFT, Math.max(-MAX_SHIFT, shift)) * scale
  return Math.max(0, minutes + Math.min(MAX_SLOPE, Math.max(MIN_SLOPE, 1 + slope)) * expected)
}

function featuresOf({ expected, nobody_ahead, log_slowness }: Uncorrected, scale: number): readonly number[] {
  const minutes = expected / scale
  return [1, minutes, nobody_ahead ? 1 : 0, nobody_ahead ? minutes : 0, log_slowness * minutes]
}
