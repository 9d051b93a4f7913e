import { DAY_MS, HOUR_MS } from '@usher/service-kit/durations'
import type { Range } from './sweep.ts'
import { instantOf, offsetAt, zoneOffsets } from './zone-offsets.ts'

/** The whole local days that a range touches, in order. */
export function localDays({ from, to }: Range, zone: string): Range[] {
  // A day may be an hour longer.
  const offsets = zoneOffsets(zone, from - DAY_MS - HOUR_MS, to + DAY_MS)
  const days: Range[] = []
  let wall = Math.floor((from + offsetAt(offsets, from)) / DAY_MS) * DAY_MS
  for (let start = instantOf(offsets, wall); start < to; ) {
    wall += DAY_MS
    const end = instantOf(offsets, wall)
    // A zone that crosses the date line skips a day.
    if (end > start) days.push({ from: start, to: end })
    start = end
  }
  return days
}
