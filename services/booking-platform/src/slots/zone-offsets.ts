import { indexAt, zoneOffsets as offsetsOf } from '@usher/contracts/zones'
import { MINUTE_MS } from '@usher/service-kit/durations'

/** A period in which a zone has one UTC offset. */
export interface OffsetSpan {
  readonly from: number
  readonly to: number
  readonly offset: number
}

/** The offsets of a zone over a range; in ms. */
export type ZoneOffsets = readonly OffsetSpan[]

/** The offsets of a zone between two instants. */
export function zoneOffsets(name: string, from: number, to: number): ZoneOffsets {
  const zone = offsetsOf(name)
  const [first, last] = [indexAt(zone, from), indexAt(zone, to)]
  return zone.offsets.slice(first, last + 1).map((minutes, n) => ({
    from: n === 0 ? from : (zone.untils[first + n - 1] as number),
    to: Math.min(zone.untils[first + n] as number, to),
    offset: minutes * MINUTE_MS,
  }))
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
