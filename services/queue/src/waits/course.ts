import { MINUTE_MS } from '@usher/service-kit/durations'
import { batchForecast } from './batches.ts'
import { walkForward } from './hours-ahead.ts'
import { timeToFreeLane } from './lanes.ts'
import type { Pace } from './pace.ts'
import { totalOf } from './party-bucket.ts'
import { minutesUntilFree, minutesUntilTurn } from './places.ts'
import { sizesForecast } from './sizes.ts'
import { learntBy, slownessIn, slownessNow } from './slowness.ts'
import { meanMinutes, minutesByBucket, minutesOf } from './work.ts'

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

/** A guest's place in the line. */
export interface InLine {
  /** Waiting guests ahead, by party bucket; not those notified. */
  readonly ahead: readonly number[]
  /** Minutes since joining. */
  readonly waited: number
  /** Party bucket of the guest; absent: of the usual mix. */
  readonly bucket?: number | undefined
  /** Minutes since the first of those who wait joined; absent: unknown. */
  readonly firstWaited?: number | undefined
}

/** Waits by the clock of the line as it stands at a moment. */
export interface Standing {
  /** Minutes until the turn, if all goes on as now and nobody leaves. */
  readonly untilTurn: (place: InLine) => number
  /** Minutes between starts, or as uncertain. */
  readonly perStart: (place: InLine) => number
}

/** What a line is expected to do, by all that was known at a moment. */
export interface Course {
  /** How the line stands then or later, if nothing happens until then. */
  readonly at: (now: number) => Standing
  /** The minutes that a time until the turn will really take: some leave, and hours differ. */
  readonly really: (minutes: number) => number
  /** Whether parties are let in past others as a rule, as tables decide. */
  readonly isBySize: boolean
  /** How much slower than usual the last 90 minutes were, as a logarithm. */
  readonly slower: number
  /** Minutes until each place is free, soonest first; 0: it is free now. */
  readonly untilFree: () => number[]
}

/** With fewer starts only the settings count. */
const STARTS_NEEDED = 10

/** Limit of the logarithm by which parties are slower than usual. */
const MAX_SLOWER = 1

/** What a line is expected to do (docs/wait-estimates.md). */
export function courseOf(pace: Pace, circumstances: Circumstances): Course {
  if (pace.started < STARTS_NEEDED) return withoutHistory(pace, circumstances)
  const { now, serviceMinutes, hour } = circumstances
  const { work, hours } = learntBy(pace, serviceMinutes)
  const usual = minutesByBucket(work, serviceMinutes)
  const usualMean = meanMinutes(work, serviceMinutes)
  const seen = { ...pace, hours }
  const slownessOf = (one: number) => slownessIn(seen, one, usualMean)
  const slowness = slownessNow(pace, now, { minutes: usual, mean: usualMean }, slownessOf(hour))
  const [minutes, mean] = [usual.map((one) => one * slowness), usualMean * slowness]
  const lessLeaving = leavingFrom(pace)
  const walk = walkForward({ usualLanes: pace.usual_lanes ?? {}, slownessOf }, circumstances)
  const slower = Math.max(-MAX_SLOWER, Math.min(MAX_SLOWER, Math.log(slowness / slownessOf(hour))))
  const untilFree = (at: number) => untilFreeBy(pace, circumstances.lanes, at, minutes)
  const common = { slower, isBySize: false, untilFree: () => untilFree(now) }
  const unentered = unenteredMinutes(pace, now, mean / circumstances.lanes)
  const lanes = (at: number) =>
    lanesStanding(pace, { now: at, lanes: circumstances.lanes, minutes, mean, unentered })
  const really = (time: number) => walk(lessLeaving(time))
  if (isCounted(pace, now, minutes)) {
    const counted = (at: number): Standing => ({ ...lanes(at), ...countedStanding(untilFree(at), mean) })
    return { ...common, really, at: counted }
  }
  const batches = batchForecast(pace.batches, now)
  // Boats leave by the clock, however slow parties are.
  if (batches) return { ...common, really: lessLeaving, at: batches }
  const sizes = sizesForecast(pace.sizes, pace.starts, serviceMinutes)
  return { ...common, really, isBySize: sizes !== undefined, at: sizes ?? lanes }
}

/** From the settings and the places that are free alone. */
function withoutHistory(pace: Pace, { now, lanes, serviceMinutes }: Circumstances): Course {
  const untilFree = (at: number) =>
    minutesUntilFree(pace, { now: at, lanes, minutesOf: () => serviceMinutes })
  return {
    slower: 0,
    isBySize: false,
    untilFree: () => untilFree(now),
    really: (minutes) => minutes,
    at: (at) => ({
      ...countedStanding(untilFree(at), serviceMinutes),
      perStart: () => serviceMinutes / lanes,
    }),
  }
}

interface Lanes {
  readonly now: number
  readonly lanes: number
  /** Minutes that a party of each bucket takes, and overall. */
  readonly minutes: readonly number[]
  readonly mean: number
  /** Minutes of work that were done but not entered. */
  readonly unentered: number
}

/** By lanes that are all alike, first come, first served. */
function lanesStanding(pace: Pace, { now, lanes, minutes, mean, unentered }: Lanes): Standing {
  const free = timeToFreeLane(pace, minutes, mean, { now, lanes })
  const sinceStart = (now - (pace.starts.at(-1)?.at ?? 0)) / MINUTE_MS
  // Those whom the lanes take first count as so many parties: how long they take matters only to those after them.
  const partiesOf = (ahead: readonly number[], others: number) =>
    others < lanes ? others : lanes - 1 + (minutesOf(ahead, minutes) / mean) * (1 - (lanes - 1) / others)
  return {
    perStart: () => mean / lanes,
    untilTurn({ ahead, waited, firstWaited = Infinity }) {
      const others = totalOf(ahead)
      // Who waited while the last party was taken has seen all lanes taken; who joined an empty line later has not.
      if (others === 0) return waited <= sinceStart ? free.unlessFree(0) : free.ifAllTaken
      const work = (partiesOf(ahead, others) * mean) / lanes
      const allTaken = free.ifAllTaken + Math.max(0, work - unentered)
      if (firstWaited > sinceStart) return allTaken
      // Staff let nobody wait for long while a lane is free.
      const notYetCalled = Math.exp(-firstWaited / CALLED_WITHIN)
      if (notYetCalled < NEGLIGIBLE) return allTaken
      return notYetCalled * free.unlessFree(others) + (1 - notYetCalled) * allTaken
    },
  }
}

/** Intervals between two starts that are as good as never exceeded, and the minutes after which it is a break. */
const SILENT_INTERVALS = 4
const BREAK_MINUTES = 120

/**
 * Minutes of work of the line that were probably done though nobody entered it: where nobody was taken from a busy line for far
 * too long, it is as likely that staff do not enter whom they take.
 */
function unenteredMinutes({ last, starts }: Pace, now: number, interval: number): number {
  const sinceStart = (now - (starts.at(-1)?.at ?? 0)) / MINUTE_MS
  if (!last?.waiting || sinceStart > BREAK_MINUTES) return 0
  return Math.max(0, sinceStart - SILENT_INTERVALS * interval) / 2
}

/** Minutes within which staff usually call somebody for whom a lane is free. */
const CALLED_WITHIN = 0.5
const NEGLIGIBLE = 0.01

const countedStanding = (untilFree: readonly number[], minutes: number): Pick<Standing, 'untilTurn'> => ({
  untilTurn: ({ ahead }) => minutesUntilTurn(untilFree, totalOf(ahead), minutes),
})

/** Whether staff have counted the free places, no longer ago than a party of one or two takes. */
const isCounted = ({ counted_at }: Pace, now: number, minutes: readonly number[]): boolean =>
  counted_at !== undefined && now - counted_at <= (minutes[0] ?? 0) * MINUTE_MS

const untilFreeBy = (pace: Pace, lanes: number, now: number, minutes: readonly number[]): number[] =>
  minutesUntilFree(pace, { now, lanes, minutesOf: (bucket) => minutes[bucket] ?? 0 })

/** Less the waits of those who will leave before their turn (Whitt, 1999). */
function leavingFrom({ leaving }: Pace): (minutes: number) => number {
  const rate = leaving.minutes > 0 ? leaving.left / leaving.minutes : 0
  return (minutes) => (rate > 0 ? Math.log1p(rate * minutes) / rate : minutes)
}
