import { DAY_MS, MINUTE_MS } from '@usher/service-kit/durations'
import { IANAZone } from 'luxon'

/** A period in which a zone has one UTC offset. */
export interface OffsetSpan {
  readonly from: number
  readonly to: number
  readonly offset: number
}

/** The offsets of a zone over a range; in ms. */
export type ZoneOffsets = readonly OffsetSpan[]

/**
 * The offsets of a zone between two instants. Reading an offset is slow (`Intl`), so it is read once a day,
 * and the moment of a change is searched where two days differ. No zone changes twice in a day.
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

/** The first minute at which a condition no longer holds. */
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
 * The instant of a local time. A repeated local time is its first occurrence (RFC 5545 §3.3.5); a skipped one
 * is the moment of the change, so that a window does not open an hour late.
 *
 * @param wall local time, read as if it were UTC
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
