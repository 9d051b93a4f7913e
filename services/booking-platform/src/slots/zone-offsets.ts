import { IANAZone } from 'luxon'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** A stretch of time in which a zone keeps one offset to UTC. */
export interface OffsetSpan {
  readonly from: number
  readonly to: number
  readonly offset: number
}

/** The offsets of a zone over a range of time; all in milliseconds. */
export type ZoneOffsets = readonly OffsetSpan[]

/**
 * The offsets of a zone between two instants. Asking for an offset is slow (`Intl`), so it is asked for once a day,
 * and the moment of a change is searched for where two days differ. No zone changes twice in one day.
 */
export function zoneOffsets(name: string, from: number, to: number): ZoneOffsets {
  const zone = IANAZone.create(name)
  const offsetAt = (at: number) => zone.offset(at) * MINUTE_MS
  const spans: OffsetSpan[] = []
  let start = from
  let offset = offsetAt(from)
  for (let at = from; at < to; at += DAY_MS) {
    const next = Math.min(at + DAY_MS, to)
    const later = offsetAt(next)
    if (later === offset) continue
    const change = changeBetween(at, next, (moment) => offsetAt(moment) === offset)
    spans.push({ from: start, to: change, offset })
    start = change
    offset = later
  }
  spans.push({ from: start, to, offset })
  return spans
}

/** The first moment, to the minute, at which something does not hold any more. */
function changeBetween(holds: number, fails: number, isBefore: (at: number) => boolean): number {
  let [low, high] = [Math.floor(holds / MINUTE_MS), Math.ceil(fails / MINUTE_MS)]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (isBefore(middle * MINUTE_MS)) low = middle
    else high = middle
  }
  return high * MINUTE_MS
}

/** The offset at an instant of the range. */
export function offsetAt(offsets: ZoneOffsets, at: number): number {
  const span = offsets.find(({ to }) => at < to) ?? offsets.at(-1)
  return span?.offset ?? 0
}

/**
 * The instant of a local time. One that the clocks repeat is its first occurrence (as in RFC 5545 §3.3.5); one that
 * they skip is the moment at which they skip it, so that a window does not open an hour late.
 *
 * @param wall local time, written as if it were UTC
 */
export function instantOf(offsets: ZoneOffsets, wall: number): number {
  const last = offsets.at(-1)
  for (const { from, to, offset } of offsets) {
    const at = wall - offset
    if (at < from) return from
    if (at < to) return at
  }
  return last ? wall - last.offset : wall
}
