import { MINUTE_MS } from '@usher/service-kit/durations'
import { NO_BOUNDS, type Uppers, uppersOf } from './bounds.ts'
import { corrected } from './correction.ts'
import { type Circumstances, type Course, courseOf, type InLine, type Standing } from './course.ts'
import type { Pace } from './pace.ts'
import { NO_PARTIES, totalOf } from './party-bucket.ts'

/** A guest's place, for estimating. */
export interface Place extends InLine {
  /** Minutes that were quoted at joining; absent: nothing was. */
  readonly quoted?: number | undefined
  /** Whether somebody behind was let in ahead meanwhile; absent: no. */
  readonly wasPassed?: boolean
}

/** An estimate in whole minutes: half of the guests wait no longer than low, nine of ten no longer than high. */
export interface Wait {
  readonly low: number
  readonly high: number
}

/** An estimate, with what is needed to score its outcome and to learn from it. */
export interface Estimate extends Wait {
  /** Minutes expected, before the correction. */
  readonly expected: number
  /** Median and spread in minutes, before rounding. */
  readonly median: number
  readonly spread: number
  readonly nobody_ahead: boolean
  /** How much slower than usual the last 90 minutes were, as a logarithm. */
  readonly slower: number
}

/** Uncertainty of a rate, as a share of the wait, and of the moment itself, in minutes. */
const RATE_SPREAD = 0.2
const MOMENT_SPREAD = 1

/** How far, in spreads, what was promised may be from what is expected now and still be told. */
const PLAUSIBLE = 0.8

/** The same in minutes. */
const MAX_HELD = 8

/** Wait estimates of a queue by all that was known at a moment: what all places of its line share. */
export interface Forecast {
  /** The wait from then on, or from later on, if nothing happened until then. It never grows as time passes. */
  readonly quote: (place: Place, now?: number) => Estimate
  /** Places believed to be free. */
  readonly freePlaces: () => number
}

/**
 * Prepares the estimates of a queue's waits (docs/wait-estimates.md).
 *
 * @param circumstances of the moment of which all is known
 */
export function forecast(pace: Pace, circumstances: Circumstances): Forecast {
  const { now, closesIn } = circumstances
  const course = courseOf(pace, circumstances)
  const scores = pace.starts.flatMap(({ score }) => score ?? [])
  const known = { pace, course, uppers: uppersOf(pace.bounds ?? NO_BOUNDS, scores) }
  const then = course.at(now)
  let latest = { at: now, standing: then }
  return {
    freePlaces: () => course.untilFree().filter((minutes) => minutes === 0).length,
    quote(given, at = now) {
      // Being passed puts a guest off, unless it is as usual as where tables decide.
      const place = given.wasPassed && !course.isBySize ? { ...given, quoted: undefined } : given
      const passed = Math.max(0, at - now) / MINUTE_MS
      const before = { ...place, ...since(place, passed) }
      const expectation = expectedAt(before, then, known)
      if (latest.at !== at) latest = { at, standing: course.at(at) }
      const after = { ...before, waited: place.waited }
      const progress = Math.max(0, then.untilTurn(before) - latest.standing.untilTurn(after))
      // The range is cut by closing; it must not grow back as the wait gets shorter.
      const room = closesIn - keptPromise(before, expectation.median, expectation.spread)
      return tell(expectation, place, expectation.median - progress, { closesIn: closesIn - passed, room })
    },
  }
}

/** How long a guest and the first of the line had waited when so many minutes had not passed yet. */
const since = ({ waited, firstWaited }: Place, passed: number) => ({
  waited: Math.max(0, waited - passed),
  firstWaited: firstWaited === undefined ? undefined : Math.max(0, firstWaited - passed),
})

/** What is expected of a place. */
type Expectation = Omit<Estimate, keyof Wait> & {
  /** Minutes that the range may have above the median. */
  readonly width: number
  readonly perStart: number
}

interface Known {
  readonly pace: Pace
  readonly course: Course
  readonly uppers: Uppers
}

/** Whatever was learnt of guests with nobody ahead, those behind wait no less. */
function expectedAt(place: Place, standing: Standing, known: Known): Expectation {
  const one = expectedOf(place, standing, known)
  if (one.nobody_ahead) return one
  const first = expectedOf({ ...place, ahead: NO_PARTIES }, standing, known)
  if (first.median <= one.median) return one
  const spread = spreadOf(first.median, one.perStart)
  return { ...one, median: first.median, spread, width: (one.width * spread) / one.spread }
}

function expectedOf(place: Place, standing: Standing, { pace, course, uppers }: Known): Expectation {
  const { slower } = course
  const nobody_ahead = totalOf(place.ahead) === 0
  const expected = course.really(standing.untilTurn(place))
  const median = corrected(pace.correction, { expected, nobody_ahead, slower })
  const perStart = standing.perStart(place)
  const spread = spreadOf(median, perStart)
  const width = (nobody_ahead ? uppers.first : uppers.behind) * spread
  return { ...{ expected, median, spread, nobody_ahead, slower }, width, perStart }
}

const spreadOf = (median: number, perStart: number): number =>
  Math.hypot(Math.sqrt(median * perStart), RATE_SPREAD * median, MOMENT_SPREAD)

/** The minutes left of a promise while they are plausible; else those that are and come closest. */
function keptPromise({ quoted, waited }: Place, median: number, spread: number): number {
  // Rounded, as that is the promise from then on.
  if (quoted === undefined) return Math.round(median)
  const band = Math.min(MAX_HELD, PLAUSIBLE * Math.min(spread, median))
  return Math.min(median + band, Math.max(median - band, quoted - waited))
}

/** In whole minutes: the range gets narrower as the median gets shorter, by the clock or otherwise. */
function tell(
  { width, perStart, ...expectation }: Expectation,
  place: Place,
  minutes: number,
  { closesIn, room }: { readonly closesIn: number; readonly room: number },
): Estimate {
  const median = Math.max(0, Math.min(minutes, closesIn))
  const spread = spreadOf(median, perStart)
  const narrower = Math.min(width, (width * spread) / expectation.spread)
  const told = Math.min(keptPromise(place, median, spread), closesIn)
  const low = Math.max(0, Math.min(Math.round(told), Math.floor(closesIn)))
  const wide = Math.min(Math.round(narrower), Math.floor(Math.min(room, closesIn - told) - 0.5))
  return { ...expectation, median, spread, low, high: low + Math.max(0, wide) }
}
