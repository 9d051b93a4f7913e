import { MINUTE_MS } from '@usher/service-kit/durations'
import { NO_CALIBRATION, type UpperBounds, upperBoundsOf } from './calibration.ts'
import { type Correction, corrected } from './correction.ts'
import {
  type Circumstances,
  type LineModel,
  type LinePosition,
  type LineState,
  lineModelOf,
} from './line-model.ts'
import type { Pace } from './pace.ts'
import { NO_PARTIES, totalOf } from './party-bucket.ts'

/** A guest to estimate the wait of. */
export interface Place extends LinePosition {
  /** Minutes that were quoted at joining; absent: nothing was. */
  readonly quoted?: number | undefined
  /** Whether a party behind was let in ahead meanwhile; absent: no. */
  readonly wasPassed?: boolean
}

/** An estimate in whole minutes: half of the guests or more wait no longer than low, nine of ten no longer than high. */
export interface Wait {
  readonly low: number
  readonly high: number
}

/** An estimate, with what is needed to score it later and to learn from it. */
export interface Estimate extends Wait {
  /** Minutes expected, before the correction. */
  readonly expected: number
  /** Median, nearer to the mean where waits are skewed, and spread; in minutes, before rounding. */
  readonly median: number
  readonly spread: number
  readonly nobody_ahead: boolean
  /** Logarithm of how much longer than usual parties took. */
  readonly log_slowness: number
}

/** Uncertainty of a rate, as a share of the wait, and of the moment itself, in minutes. */
const RATE_SPREAD = 0.2
const MOMENT_SPREAD = 1

/**
 * How far the quote at joining may be from the present median and still be kept: a share of the spread or of the median,
 * whichever is smaller, and at most so many minutes.
 */
const KEPT_SHARE = 0.8
const KEPT_MINUTES = 8

/** Wait estimates for all places of a line, from all that was known at a moment. */
export interface Forecast {
  /**
   * The wait from that moment on, or from a later one if nothing happened in between. It never grows as time passes.
   */
  readonly quote: (place: Place, now?: number) => Estimate
  /** Places believed to be free. */
  readonly freePlaces: () => number
  /** Logarithm of how much longer than usual parties take. */
  readonly log_slowness: number
  /** When the queue closes, in milliseconds since 1970; Infinity: never. */
  readonly closesAt: number
}

/**
 * Prepares the estimates of a queue's waits (docs/wait-estimates.md).
 *
 * @param circumstances at the moment up to which everything is known
 */
export function forecast(pace: Pace, circumstances: Circumstances): Forecast {
  const { now, closesIn } = circumstances
  const line = lineModelOf(pace, circumstances)
  const scores = pace.starts.flatMap(({ score }) => score ?? [])
  const upperBounds = upperBoundsOf(pace.calibration ?? NO_CALIBRATION, scores)
  const model = { line, correction: pace.correction, upperBounds }
  const state = line.at(now)
  let latest = { at: now, state }
  /** By how many minutes the turn has come closer until then. */
  const progressUntil = (at: number, before: Place, waited: number): number => {
    if (latest.at !== at) latest = { at, state: line.at(at) }
    return Math.max(0, state.untilTurn(before) - latest.state.untilTurn({ ...before, waited }))
  }
  return {
    closesAt: now + closesIn * MINUTE_MS,
    log_slowness: line.log_slowness,
    freePlaces: () => line.untilFree().filter((minutes) => minutes === 0).length,
    quote(given, at = now) {
      // Being passed is a reason for a delay, unless it is as usual as where tables decide.
      const place = given.wasPassed && !line.isBySize ? { ...given, quoted: undefined } : given
      const passed = Math.max(0, at - now) / MINUTE_MS
      const before = { ...place, ...waitedBefore(place, passed) }
      const raw = rawEstimate(before, state, model)
      const progress = passed === 0 ? 0 : progressUntil(at, before, place.waited)
      // Closing cuts the range, which must not grow back as the wait gets shorter.
      const room = closesIn - keptQuote(before, raw.median, raw.spread)
      return rounded(raw, place, raw.median - progress, { closesIn: closesIn - passed, room })
    },
  }
}

/** How long the guest and the first of the line had waited so many minutes ago. */
const waitedBefore = ({ waited, firstWaited }: Place, minutes: number) => ({
  waited: Math.max(0, waited - minutes),
  firstWaited: firstWaited === undefined ? undefined : Math.max(0, firstWaited - minutes),
})

/** An estimate before it is counted down, limited by the closing time and rounded. */
type RawEstimate = Omit<Estimate, keyof Wait> & {
  /** Minutes from the median to the upper bound. */
  readonly width: number
  readonly perStart: number
}

interface Model {
  readonly line: LineModel
  readonly correction: Correction | undefined
  readonly upperBounds: UpperBounds
}

/** Guests behind wait no less than one with nobody ahead would, whatever the correction of the latter. */
function rawEstimate(place: Place, state: LineState, model: Model): RawEstimate {
  const own = estimateOf(place, state, model)
  if (own.nobody_ahead) return own
  const first = estimateOf({ ...place, ahead: NO_PARTIES }, state, model)
  if (first.median <= own.median) return own
  const spread = spreadOf(first.median, own.perStart)
  return { ...own, median: first.median, spread, width: (own.width * spread) / own.spread }
}

function estimateOf(place: Place, state: LineState, { line, correction, upperBounds }: Model): RawEstimate {
  const { log_slowness } = line
  const nobody_ahead = totalOf(place.ahead) === 0
  const expected = line.expectedWait(state.untilTurn(place))
  const median = corrected(correction, { expected, nobody_ahead, log_slowness })
  const perStart = state.perStart(place)
  const spread = spreadOf(median, perStart)
  const width = (nobody_ahead ? upperBounds.first : upperBounds.behind) * spread
  return { expected, median, spread, nobody_ahead, log_slowness, width, perStart }
}

const spreadOf = (median: number, perStart: number): number =>
  Math.hypot(Math.sqrt(median * perStart), RATE_SPREAD * median, MOMENT_SPREAD)

/** What is left of the quote at joining while that is close to the median; else the closest that may still be quoted. */
function keptQuote({ quoted, waited }: Place, median: number, spread: number): number {
  // Rounded, as guests are told whole minutes, and this is their quote from then on.
  if (quoted === undefined) return Math.round(median)
  const band = Math.min(KEPT_MINUTES, KEPT_SHARE * Math.min(spread, median))
  return Math.min(median + band, Math.max(median - band, quoted - waited))
}

/** In whole minutes. The range gets narrower as the median gets shorter. */
function rounded(
  { width, perStart, ...raw }: RawEstimate,
  place: Place,
  minutes: number,
  { closesIn, room }: { readonly closesIn: number; readonly room: number },
): Estimate {
  const median = Math.max(0, Math.min(minutes, closesIn))
  const spread = spreadOf(median, perStart)
  const narrowed = Math.min(width, (width * spread) / raw.spread)
  const quoted = Math.min(keptQuote(place, median, spread), closesIn)
  const low = Math.max(0, Math.min(Math.round(quoted), Math.floor(closesIn)))
  const wide = Math.min(Math.round(narrowed), Math.floor(Math.min(room, closesIn - quoted) - 0.5))
  return { ...raw, median, spread, low, high: low + Math.max(0, wide) }
}
