import { MINUTE_MS } from '@usher/service-kit/durations'
import type { CountedPlaces, Pace, Start } from './pace.ts'

interface Moment {
  readonly now: number
  readonly lanes: number
  /** Minutes that a party of a size bucket takes. */
  readonly minutesOf: (bucket: number) => number
}

/** A place that staff counted as taken, though its party's time was up, is expected free after half of that time. */
const STILL_TAKEN = 0.5

/**
 * Minutes until each place of a queue is free, soonest first; 0: it is free now. A place is taken from the call of
 * its party, unless that left, for the time that such a party takes. A count by staff says which of the calls before
 * it are over.
 *
 * @returns as many as there are places
 */
export function minutesUntilFree(pace: Pace, moment: Moment): number[] {
  const { now, lanes, minutesOf } = moment
  const { counted } = pace
  const stayed = pace.starts.filter(({ vacated }) => !vacated)
  const later = counted ? stayed.filter(({ at }) => at > counted.at) : stayed
  const left = later.map(({ at, bucket }) => minutesOf(bucket) - (now - at) / MINUTE_MS)
  const taken = [...left, ...(counted ? leftOfCounted(stayed, counted, moment) : [])]
    .filter((minutes) => minutes > 0)
    .sort((a, b) => a - b)
  // With more parties than places, the first of them to leave free none.
  const surplus = Math.max(0, taken.length - lanes)
  return [...Array<number>(lanes - (taken.length - surplus)).fill(0), ...taken.slice(surplus)]
}

/** Minutes left of the places that were counted as taken. */
function leftOfCounted(
  stayed: readonly Start[],
  { at: countedAt, free }: CountedPlaces,
  { now, lanes, minutesOf }: Moment,
): number[] {
  const known = stayed.filter(({ at }) => at <= countedAt).slice(-Math.max(1, lanes - free))
  const since = (now - countedAt) / MINUTE_MS
  return Array.from({ length: Math.max(0, lanes - free) }, (_, n) => {
    const start = known.at(-1 - n)
    const whole = minutesOf(start?.bucket ?? 0)
    const leftThen = start ? whole - (countedAt - start.at) / MINUTE_MS : 0
    return Math.max(leftThen, STILL_TAKEN * whole) - since
  })
}

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
