import { MINUTE_MS } from '@usher/service-kit/durations'
import type { Pace, TakenPlace } from './pace.ts'

/** Fewest places that are kept. */
const MIN_KEPT = 20

/** A place counted as taken, though its party's time was up, is expected free after this part of that time. */
const STILL_TAKEN = 0.5

/** Records that a called guest has a place; one who has one keeps it. Only the latest are kept, so that the list stays short. */
export function takePlace(pace: Pace, place: TakenPlace, lanes: number): Pace {
  const { taken = [] } = pace
  if (taken.some(({ guest }) => guest === place.guest)) return pace
  return { ...pace, taken: [...taken, place].slice(-Math.max(MIN_KEPT, 2 * lanes)) }
}

/** Records that a guest has no place any more, if they had one. */
export function freePlace(pace: Pace, guest: string): Pace {
  const taken = pace.taken?.filter((place) => place.guest !== guest)
  return taken === undefined || taken.length === pace.taken?.length ? pace : { ...pace, taken }
}

/** Records that staff count so many places as taken: those called last are among them. */
export function countTaken(pace: Pace, count: number, now: number): Pace {
  const known = count > 0 ? (pace.taken ?? []).slice(-count) : []
  // Nobody knows when these were taken, so their time counts as up.
  const others = Array.from({ length: count - known.length }, () => ({ guest: null, at: 0, bucket: 0 }))
  const taken = [...others, ...known]
  return { ...pace, taken: taken.map((place) => ({ ...place, counted_at: now })), counted_at: now }
}

interface Moment {
  readonly now: number
  readonly lanes: number
  /** Minutes that a party of a size bucket takes. */
  readonly minutesOf: (bucket: number) => number
}

/**
 * Minutes until each place of a queue is free, soonest first; 0: it is free now.
 *
 * @returns as many as there are places
 */
export function minutesUntilFree({ taken = [] }: Pace, { now, lanes, minutesOf }: Moment): number[] {
  const left = taken
    .map(({ at, bucket, counted_at }) => {
      const whole = minutesOf(bucket)
      const byCall = whole - minutesSince(at, now)
      if (counted_at === undefined) return byCall
      return Math.max(byCall, STILL_TAKEN * whole - minutesSince(counted_at, now))
    })
    .filter((minutes) => minutes > 0)
    .sort((a, b) => a - b)
  // With more parties than places, the first of them to leave free none.
  const surplus = Math.max(0, left.length - lanes)
  return [...Array<number>(lanes - (left.length - surplus)).fill(0), ...left.slice(surplus)]
}

/** None since a time that is still to come: the clock was set back. */
const minutesSince = (at: number, now: number): number => Math.max(0, now - at) / MINUTE_MS

/**
 * Minutes until the turn of a party with others ahead, if each takes as long as the others. No place counts as taken
 * longer than it takes the first that is free to be free again.
 *
 * @param untilFree of each place, soonest first
 */
export function minutesUntilTurn(untilFree: readonly number[], ahead: number, minutes: number): number {
  const [first = 0] = untilFree
  const rounds = Math.floor(ahead / untilFree.length)
  return Math.min(untilFree[ahead % untilFree.length] ?? 0, first + minutes) + rounds * minutes
}
