import { MINUTE_MS } from '@usher/service-kit/durations'
import { batchForecast } from './batches.ts'
import { walkForward } from './hours-ahead.ts'
import type { Pace } from './pace.ts'
import { totalOf } from './party-bucket.ts'
import { minutesUntilFree, minutesUntilTurn } from './places.ts'
import { sizesForecast } from './sizes.ts'
import { slownessNow, usualPace, withLately } from './slowness.ts'
import { minutesOf, service } from './work.ts'

/** Circumstances of a queue at a moment, besides its history. */
export interface Circumstances {
  /** Milliseconds since 1970. */
  readonly now: number
  /** Hour of the week in the queue's time zone, 0 to 167. */
  readonly hour: number
  /** Minutes of that hour that have passed. */
  readonly minute: number
  /** Parties served at the same time. */
  readonly lanes: number
  /** The setting for minutes per party. */
  readonly serviceMinutes: number
  /** Minutes until the queue closes; Infinity: never. */
  readonly closesIn: number
}

/** A guest's position in the line. */
export interface LinePosition {
  /** Waiting guests ahead, by party bucket; notified ones do not count. */
  readonly ahead: readonly number[]
  /** Minutes since joining. */
  readonly waited: number
  /** Party bucket of the guest; absent: unknown, so the usual mix is assumed. */
  readonly bucket?: number | undefined
  /** Minutes since the first waiting guest joined; absent: unknown. */
  readonly firstWaited?: number | undefined
}

/** The line at a moment, as far as waits depend on it. */
export interface LineState {
  /** Minutes until the turn, if all goes on as now and nobody leaves. */
  readonly untilTurn: (position: LinePosition) => number
  /** Minutes between starts. In batches: variance ÷ mean of the minutes between them, which gives the same spread. */
  readonly perStart: (position: LinePosition) => number
}

/** A model of a line, fitted to all that was known at a moment. */
export interface LineModel {
  /** The line at that moment or later, if nothing happens until then. */
  readonly at: (now: number) => LineState
  /** The wait to expect where `untilTurn` minutes are left: some leave, and lanes change by the hour. */
  readonly expectedWait: (untilTurn: number) => number
  /** Whether tables decide, so that parties are let in ahead of others as a rule. */
  readonly isBySize: boolean
  /** Logarithm of how much longer than usual parties take now. */
  readonly log_slowness: number
  /** Minutes until each place is free, soonest first; 0: it is free now. */
  readonly untilFree: () => number[]
}

/** With fewer starts, only the settings count. */
const STARTS_NEEDED = 10

const MAX_LOG_SLOWNESS = 1

/** While guests wait, hardly any time between two starts is longer than this many usual ones. */
const MAX_INTERVALS = 4

/** After this many minutes without a start, the line has a break. */
const BREAK_MINUTES = 120

/** Mean minutes until staff call a guest for whom a lane is free. */
const MINUTES_TO_CALL = 0.5

/** A smaller probability counts as none. */
const NEGLIGIBLE = 0.01

/** Fits a model to a queue's history (docs/wait-estimates.md). */
export function lineModelOf(pace: Pace, circumstances: Circumstances): LineModel {
  if (pace.started < STARTS_NEEDED) return withoutHistory(pace, circumstances)
  const { now, lanes, serviceMinutes } = circumstances
  const { minutes, mean, log_slowness } = presentPace(pace, circumstances)
  const lessLeaving = leavingFrom(pace)
  const walk = walkForward(pace.usual_lanes ?? {}, circumstances)
  const expectedWait = (untilTurn: number) => walk(lessLeaving(untilTurn))
  const untilFree = (at: number) => untilFreeBy(pace, lanes, at, minutes)
  const common = { log_slowness, isBySize: false, untilFree: () => untilFree(now) }
  const unentered = unenteredMinutes(pace, now, mean / lanes)
  const byLanes = (at: number) => stateByLanes(pace, { now: at, lanes, minutes, mean, unentered })
  if (isCounted(pace, now, minutes)) {
    const counted = (at: number): LineState => ({ ...byLanes(at), ...byFreePlaces(untilFree(at), mean) })
    return { ...common, expectedWait, at: counted }
  }
  const batches = batchForecast(pace.batches, now)
  // Boats leave by the clock, however slow parties are.
  if (batches) return { ...common, expectedWait: lessLeaving, at: batches }
  const sizes = sizesForecast(pace.sizes, pace.starts, serviceMinutes)
  return { ...common, expectedWait, isBySize: sizes !== undefined, at: sizes ?? byLanes }
}

/** Minutes that a party of each bucket takes now, and overall. */
function presentPace(pace: Pace, { now, serviceMinutes }: Circumstances) {
  const usual = usualPace(withLately(pace, serviceMinutes), serviceMinutes)
  const slowness = slownessNow(pace, now, usual)
  return {
    minutes: usual.minutes.map((one) => one * slowness),
    mean: usual.mean * slowness,
    log_slowness: Math.max(-MAX_LOG_SLOWNESS, Math.min(MAX_LOG_SLOWNESS, Math.log(slowness))),
  }
}

/** Without enough starts: from the settings and the free places alone. */
function withoutHistory(pace: Pace, { now, lanes, serviceMinutes }: Circumstances): LineModel {
  const untilFree = (at: number) =>
    minutesUntilFree(pace, { now: at, lanes, minutesOf: () => serviceMinutes })
  return {
    log_slowness: 0,
    isBySize: false,
    untilFree: () => untilFree(now),
    expectedWait: (untilTurn) => untilTurn,
    at: (at) => ({
      ...byFreePlaces(untilFree(at), serviceMinutes),
      perStart: () => serviceMinutes / lanes,
    }),
  }
}

interface BusyLanes {
  readonly now: number
  readonly lanes: number
  /** Minutes that a party of each bucket takes, and overall. */
  readonly minutes: readonly number[]
  readonly mean: number
  /** Minutes of work that were done but that staff did not enter. */
  readonly unentered: number
}

/** First come, first served, by lanes that are all alike. */
function stateByLanes(pace: Pace, { now, lanes, minutes, mean, unentered }: BusyLanes): LineState {
  const free = timeToFreeLane(pace, minutes, mean, { now, lanes })
  const sinceStart = (now - (pace.starts.at(-1)?.at ?? 0)) / MINUTE_MS
  // Those whom the lanes take first count as so many parties: how long they take matters only to those after them.
  const partiesOf = (ahead: readonly number[], others: number) =>
    others < lanes ? others : lanes - 1 + (minutesOf(ahead, minutes) / mean) * (1 - (lanes - 1) / others)
  return {
    perStart: () => mean / lanes,
    untilTurn({ ahead, waited, firstWaited = Infinity }) {
      const others = totalOf(ahead)
      // A guest who already waited at the last start knows that all lanes are taken; one who joined later does not.
      if (others === 0) return waited <= sinceStart ? free.ifSomeFree(0) : free.ifAllTaken
      const work = (partiesOf(ahead, others) * mean) / lanes
      const allTaken = free.ifAllTaken + Math.max(0, work - unentered)
      if (firstWaited > sinceStart) return allTaken
      // Staff let nobody wait for long while a lane is free.
      const notYetCalled = Math.exp(-firstWaited / MINUTES_TO_CALL)
      if (notYetCalled < NEGLIGIBLE) return allTaken
      return notYetCalled * free.ifSomeFree(others) + (1 - notYetCalled) * allTaken
    },
  }
}

/**
 * Minutes of work that were probably done but not entered. When a busy line has had no start for far too long, either
 * nothing moves or staff do not enter starts; both count as equally likely.
 */
function unenteredMinutes({ last, starts }: Pace, now: number, interval: number): number {
  const sinceStart = (now - (starts.at(-1)?.at ?? 0)) / MINUTE_MS
  if (!last?.waiting || sinceStart > BREAK_MINUTES) return 0
  return Math.max(0, sinceStart - MAX_INTERVALS * interval) / 2
}

const byFreePlaces = (untilFree: readonly number[], minutes: number): Pick<LineState, 'untilTurn'> => ({
  untilTurn: ({ ahead }) => minutesUntilTurn(untilFree, totalOf(ahead), minutes),
})

/** Whether staff have counted the free places within the time that a party of one or two takes. */
const isCounted = ({ counted_at }: Pace, now: number, minutes: readonly number[]): boolean =>
  counted_at !== undefined && Math.abs(now - counted_at) <= (minutes[0] ?? 0) * MINUTE_MS

const untilFreeBy = (pace: Pace, lanes: number, now: number, minutes: readonly number[]): number[] =>
  minutesUntilFree(pace, { now, lanes, minutesOf: (bucket) => minutes[bucket] ?? 0 })

/** Weight, in minutes waited, of the assumption that nobody leaves: one who left at once says little. */
const MINUTES_STAYED = 60

/** Shortens waits by the guests ahead who will leave before their turn (Whitt, 1999). */
function leavingFrom({ leaving }: Pace): (minutes: number) => number {
  const rate = leaving.left / (leaving.minutes + MINUTES_STAYED)
  return (minutes) => (rate > 0 ? Math.log1p(rate * minutes) / rate : minutes)
}

/** Minutes until a party can be served. */
interface FreeLane {
  /** Minutes until a lane is free if all are taken now. */
  readonly ifAllTaken: number
  /** For a party with so many ahead: the mean over how many lanes may be free now. */
  readonly ifSomeFree: (ahead: number) => number
}

interface Moment {
  readonly now: number
  readonly lanes: number
}

/**
 * When a lane becomes free, from how long ago the last parties were served. Service times are assumed Erlang-3
 * (coefficient of variation 0.58); lanes become free independently, at rates that add up.
 *
 * @param minutes service minutes by party bucket
 * @param mean service minutes overall
 */
function timeToFreeLane(
  { starts }: Pace,
  minutes: readonly number[],
  mean: number,
  { now, lanes }: Moment,
): FreeLane {
  const last = starts.slice(-lanes)
  const idle = lanes - last.length
  const services = last.map(({ at, bucket }) => service((now - at) / MINUTE_MS, minutes[bucket] ?? mean))
  const rate = services.reduce((sum, { left }) => sum + 1 / left, (idle * 3) / mean)
  const ifAllTaken = 1 / rate
  return {
    ifAllTaken,
    ifSomeFree: (ahead) =>
      freeLanes(services, ahead - idle).reduce(
        (sum, chance, free) => sum + chance * (ifAllTaken + ((ahead - idle - free) * mean) / lanes),
        0,
      ),
  }
}

/** Probabilities that none, one, up to so many lanes are free (Poisson binomial distribution), or up to all. */
function freeLanes(services: readonly { readonly taken: number }[], ahead: number): number[] {
  if (ahead < 0) return []
  const most = Math.min(ahead, services.length)
  const chances = Array<number>(most + 1).fill(0)
  chances[0] = 1
  for (const { taken } of services) {
    for (let free = most; free >= 0; free -= 1) {
      chances[free] = (chances[free] as number) * taken + (chances[free - 1] ?? 0) * (1 - taken)
    }
  }
  return chances
}
