/** The outcome of a quote. */
export interface Score {
  /** Minutes expected before correction, and the actual minutes. */
  readonly expected: number
  readonly actual: number
  /** How far it exceeded the quote, in units of the expected spread. */
  readonly error: number
  /** Whole minutes before the end of the quoted range, negative: after; absent: stored before this was noted. */
  readonly early?: number
}

/** Shorter quotes, in minutes, say little about a ratio; they count only if there are no others. */
const TELLING_MINUTES = 2

/** Limit of an error, in spreads: one forgotten guest says nothing about the others. */
const MAX_SPREADS = 4

/** Weight, in quotes, of the assumptions that quotes are right on average, and that errors are normally distributed. */
const RIGHT_WEIGHT = 100
const NORMAL_WEIGHT = 20
const NORMAL_P90 = 1.2816

/** What was learnt from past quotes. */
export interface Calibration {
  /** Factor that makes expected waits right on average. */
  readonly bias: number
  /** Spreads above the median that nine of ten guests do not exceed; never negative. */
  readonly upper: number
}

/**
 * Corrects estimates by outcomes: the ratio of actual to expected, and the empirical 90th percentile of the errors
 * (conformal prediction: Vovk, Gammerman and Shafer, "Algorithmic Learning in a Random World", 2005).
 */
export function calibrate(scores: readonly Score[]): Calibration {
  const longer = scores.filter(({ expected }) => expected >= TELLING_MINUTES)
  const telling = longer.length > 0 ? longer : scores
  const sum = (of: (score: Score) => number) => telling.reduce((total, one) => total + of(one), 0)
  const expected = sum((one) => one.expected)
  const prior = telling.length ? (RIGHT_WEIGHT * expected) / telling.length : 1
  // Quotes of no wait alone say nothing of a ratio.
  const ratio = expected > 0 ? (sum((one) => one.actual) + prior) / (expected + prior) : 1
  const errors = telling.map(({ error }) => error).sort((a, b) => a - b)
  const p90 = errors[Math.min(errors.length - 1, Math.ceil(0.9 * (errors.length + 1)) - 1)] ?? NORMAL_P90
  const upper = (p90 * errors.length + NORMAL_P90 * NORMAL_WEIGHT) / (errors.length + NORMAL_WEIGHT)
  return { bias: Math.min(1.6, Math.max(0.6, ratio)), upper: Math.max(0, upper) }
}

/** What scoring an estimate needs. */
export interface Scored {
  /** Minutes expected before correction. */
  readonly expected: number
  /** Median and spread, in minutes. */
  readonly median: number
  readonly spread: number
  /** End of the quoted range, in minutes. */
  readonly high?: number
}

/** Scores an estimate once the guest was served, after so many minutes. */
export function scoreOf(quote: Scored, minutes: number): Score {
  const actual = boundedMinutes(quote, minutes)
  const score = { expected: quote.expected, actual, error: (actual - quote.median) / quote.spread }
  return quote.high === undefined ? score : { ...score, early: Math.round(quote.high - actual) }
}

/** The minutes that a guest waited, as far as they say anything about others. */
export const boundedMinutes = ({ median, spread }: Pick<Scored, 'median' | 'spread'>, minutes: number) =>
  Math.min(minutes, median + MAX_SPREADS * spread)
