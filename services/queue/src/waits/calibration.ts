/** How a quote compares with the actual wait. */
export interface Score {
  /** How far the wait exceeded the median, in spreads. */
  readonly error: number
  /** Whether the wait exceeded the upper bound. */
  readonly missed: boolean
  /** Whether nobody was ahead of the guest who was quoted. */
  readonly nobody_ahead: boolean
  /** Whole minutes before the end of the quoted range; negative: after. */
  readonly early: number
}

/** Errors of the quotes of one kind. */
interface Errors {
  /** The last ones, oldest first. */
  readonly last: readonly number[]
  /** The quantile of them that is quoted as the upper bound. */
  readonly level: number
}

/**
 * What upper bounds are calibrated with. Guests with nobody ahead are kept apart: pooled, nine of ten would hold over
 * all guests, and fewer of those who have to wait.
 */
export interface Calibration {
  readonly first: Errors
  readonly behind: Errors
  /** Sum of the minutes by which guests were early, and their number; both decay from KEPT guests on. */
  readonly early: { readonly minutes: number; readonly guests: number }
}

/** The share of guests who should wait no longer than the upper bound. */
const TARGET = 0.9

const NO_ERRORS: Errors = { last: [], level: TARGET }
export const NO_CALIBRATION: Calibration = {
  first: NO_ERRORS,
  behind: NO_ERRORS,
  early: { minutes: 0, guests: 0 },
}

/** Errors kept of each kind. */
const KEPT = 200

/** How far the level moves with an outcome, and its limits. */
const STEP = 0.005
const MIN_LEVEL = 0.7
const MAX_LEVEL = 0.985

/** With so many errors, their quantile weighs as much as that of a normal distribution; with more, it weighs more. */
const NORMAL_WEIGHT = 20
const NORMAL_P90 = 1.2816

/** Limit of an error, in spreads: one forgotten guest must not change the quotes of others. */
const MAX_SPREADS = 4

/**
 * Adds a score. The level rises when a bound was too low, and falls when it was not (adaptive conformal inference:
 * Gibbs and Candès, 2021). This also makes up for rounding to minutes.
 */
export function recordScore(calibration: Calibration, score: Score): Calibration {
  const kind = score.nobody_ahead ? 'first' : 'behind'
  const { minutes, guests } = calibration.early
  const keep = guests < KEPT ? 1 : 1 - 1 / KEPT
  const early = { minutes: minutes * keep + score.early, guests: guests * keep + 1 }
  return { ...calibration, [kind]: addErrors(calibration[kind], [score]), early }
}

function addErrors({ last, level }: Errors, scores: readonly Score[]): Errors {
  return {
    last: [...last, ...scores.map(({ error }) => Math.round(error * 100) / 100)].slice(-KEPT),
    level: scores.reduce((before, { missed }) => {
      const next = before + STEP * ((missed ? 1 : 0) - (1 - TARGET))
      return Math.min(MAX_LEVEL, Math.max(MIN_LEVEL, next))
    }, level),
  }
}

/** How many spreads above the median the upper bounds are; never negative. */
export interface UpperBounds {
  readonly first: number
  readonly behind: number
}

/**
 * Upper bounds from an empirical quantile of past errors (split conformal prediction; Vovk, Gammerman and Shafer,
 * "Algorithmic Learning in a Random World", 2005).
 *
 * @param recent scores that are not in the calibration yet
 */
export function upperBoundsOf({ first, behind }: Calibration, recent: readonly Score[]): UpperBounds {
  const firsts = recent.filter(({ nobody_ahead }) => nobody_ahead)
  const others = recent.filter(({ nobody_ahead }) => !nobody_ahead)
  return {
    first: upperBoundOf(addErrors(first, firsts)),
    behind: upperBoundOf(addErrors(behind, others)),
  }
}

function upperBoundOf({ last, level }: Errors): number {
  const count = last.length
  const sorted = Float64Array.from(last).sort()
  const quantile = sorted[Math.min(count, Math.ceil(level * (count + 1))) - 1] ?? NORMAL_P90
  const trust = count ** 2 / (count ** 2 + NORMAL_WEIGHT ** 2)
  return Math.max(0, trust * quantile + (1 - trust) * NORMAL_P90)
}

/** What scoring needs of a quote. */
interface ScoredQuote {
  /** Median and spread in minutes, before rounding. */
  readonly median: number
  readonly spread: number
  readonly high: number
  readonly nobody_ahead: boolean
}

/** Scores the quote of a guest who was served after so many minutes. */
export function scoreOf(quote: ScoredQuote, minutes: number): Score {
  const { median, spread, high, nobody_ahead } = quote
  const actual = boundedMinutes(quote, minutes)
  return {
    error: (actual - median) / spread,
    missed: minutes > high,
    nobody_ahead,
    early: Math.round(high - actual),
  }
}

/** The minutes that a guest waited, limited so that one forgotten guest has little weight. */
export const boundedMinutes = (
  { median, spread }: Pick<ScoredQuote, 'median' | 'spread'>,
  minutes: number,
): number => Math.min(minutes, median + MAX_SPREADS * spread)

/** With fewer scores, or less than this many minutes, nothing is said. */
const SCORES_NEEDED = 20
const MIN_MINUTES = 2

/** What of a pace says how early guests were. */
interface Scored {
  readonly calibration?: Calibration
  readonly starts: readonly { readonly score: Score | null }[]
}

/** Computed once for each pace, as all who follow a queue need it. */
const cache = new WeakMap<Scored, number | null>()

/** Whole minutes by which guests are usually called before the end of the range they were quoted; null: nothing is said. */
export function usuallyEarly(pace: Scored): number | null {
  const cached = cache.get(pace)
  if (cached !== undefined) return cached
  const early = earlyOf(pace)
  cache.set(pace, early)
  return early
}

function earlyOf({ calibration = NO_CALIBRATION, starts }: Scored): number | null {
  const recent = starts.flatMap(({ score }) => score ?? [])
  const guests = calibration.early.guests + recent.length
  if (guests < SCORES_NEEDED) return null
  const minutes = recent.reduce((sum, { early }) => sum + early, calibration.early.minutes)
  const mean = Math.round(minutes / guests)
  return mean >= MIN_MINUTES ? mean : null
}
