/** The outcome of a quote. */
export interface Score {
  /** How far it exceeded the median, in units of the expected spread. */
  readonly error: number
  /** Whether it exceeded the upper bound. */
  readonly missed: boolean
  /** Whether nobody was ahead of the guest who was quoted. */
  readonly nobody_ahead: boolean
  /** Whole minutes before the end of the quoted range; negative: after. */
  readonly early: number
}

/** Outcomes of the quotes of one kind. */
interface Errors {
  /** The last ones, oldest first. */
  readonly last: readonly number[]
  /** Which quantile of them is told as the upper bound. */
  readonly level: number
}

/** Outcomes by whether somebody was ahead: taken together, nine of ten would hold over all and not for those who wait. */
export interface Bounds {
  readonly first: Errors
  readonly behind: Errors
  /** Minutes that the last guests were early, and how many guests; beyond so many, both fade. */
  readonly early: { readonly minutes: number; readonly guests: number }
}

/** The share of guests who are to wait no longer than the upper bound. */
const WANTED = 0.9

const NO_ERRORS: Errors = { last: [], level: WANTED }
export const NO_BOUNDS: Bounds = { first: NO_ERRORS, behind: NO_ERRORS, early: { minutes: 0, guests: 0 } }

const KEPT = 200

/** How far the level moves with an outcome, and its limits. */
const STEP = 0.005
const MIN_LEVEL = 0.7
const MAX_LEVEL = 0.985

/** Quotes after which the assumption that errors are normally distributed counts as much as they do; then ever less. */
const NORMAL_WEIGHT = 20
const NORMAL_P90 = 1.2816

/** Limit of an error, in spreads: one forgotten guest says nothing about the others. */
const MAX_SPREADS = 4

/**
 * Adds an outcome. The level rises where bounds were too low, and falls where they were too high (adaptive conformal
 * inference: Gibbs and Candès, 2021), which also makes up for rounding to minutes.
 */
export function recordScore(bounds: Bounds, score: Score): Bounds {
  const kind = score.nobody_ahead ? 'first' : 'behind'
  const { minutes, guests } = bounds.early
  const keep = guests < KEPT ? 1 : 1 - 1 / KEPT
  const early = { minutes: minutes * keep + score.early, guests: guests * keep + 1 }
  return { ...bounds, [kind]: addAll(bounds[kind], [score]), early }
}

function addAll({ last, level }: Errors, scores: readonly Score[]): Errors {
  return {
    last: [...last, ...scores.map(({ error }) => Math.round(error * 100) / 100)].slice(-KEPT),
    level: scores.reduce((before, { missed }) => {
      const next = before + STEP * ((missed ? 1 : 0) - (1 - WANTED))
      return Math.min(MAX_LEVEL, Math.max(MIN_LEVEL, next))
    }, level),
  }
}

/** Spreads above the median that nine of ten guests do not exceed; never negative. */
export interface Uppers {
  readonly first: number
  readonly behind: number
}

/**
 * The bounds by past outcomes: an empirical quantile of their errors (split conformal prediction; Vovk, Gammerman and
 * Shafer, "Algorithmic Learning in a Random World", 2005).
 *
 * @param recent outcomes that are not among the bounds' yet
 */
export function uppersOf({ first, behind }: Bounds, recent: readonly Score[]): Uppers {
  const firsts = recent.filter(({ nobody_ahead }) => nobody_ahead)
  const others = recent.filter(({ nobody_ahead }) => !nobody_ahead)
  return { first: upperOf(addAll(first, firsts)), behind: upperOf(addAll(behind, others)) }
}

function upperOf({ last, level }: Errors): number {
  const count = last.length
  const sorted = Float64Array.from(last).sort()
  const quantile = sorted[Math.min(count, Math.ceil(level * (count + 1))) - 1] ?? NORMAL_P90
  const trust = count ** 2 / (count ** 2 + NORMAL_WEIGHT ** 2)
  return Math.max(0, trust * quantile + (1 - trust) * NORMAL_P90)
}

/** What scoring a quote needs. */
export interface Scored {
  /** Median and spread in minutes, before rounding. */
  readonly median: number
  readonly spread: number
  readonly high: number
  readonly nobody_ahead: boolean
}

/** Scores a quote once the guest was served, after so many minutes. */
export function scoreOf(quote: Scored, minutes: number): Score {
  const { median, spread, high, nobody_ahead } = quote
  const actual = boundedMinutes(quote, minutes)
  return {
    ...{ error: (actual - median) / spread, missed: minutes > high, nobody_ahead },
    early: Math.round(high - actual),
  }
}

/** The minutes that a guest waited, as far as they say anything about others. */
export const boundedMinutes = (
  { median, spread }: Pick<Scored, 'median' | 'spread'>,
  minutes: number,
): number => Math.min(minutes, median + MAX_SPREADS * spread)
