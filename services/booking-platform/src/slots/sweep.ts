import { blocksOf, type Entry, spanAt, verdictOn, type Wanted } from './busy.ts'
import { type NearEntries, nearEntries } from './near.ts'
import { type Hours, type Opening, type OpenWindow, openWindows } from './windows.ts'
import type { ZoneOffsets } from './zone-offsets.ts'

/** What is known of a provider; times in milliseconds. */
export interface Calendar {
  readonly hours: Hours
  readonly timeOff: readonly { readonly start: number; readonly end: number }[]
  /** What is taken, without what is expired. */
  readonly busy: readonly Entry[]
}

/** Starts at or after `from` and before `to`; milliseconds. */
export interface Range {
  readonly from: number
  readonly to: number
}

export interface ProviderSlot {
  readonly start: number
  readonly seatsLeft: number
}

/**
 * The starts at which something can be booked with one provider, in order. All that is in the way is merged once, and
 * the possible starts walk along it.
 */
export function sweep(calendar: Calendar, range: Range, wanted: Wanted): ProviderSlot[] {
  const starts = possibleStarts(openWindows(calendar.hours, range.from, range.to), range, wanted)
  const near = calendar.busy.filter(
    ({ bufferedStart, bufferedEnd }) =>
      bufferedEnd > range.from - MOST_REACH_MS && bufferedStart < range.to + MOST_REACH_MS,
  )
  const blocks = blocksOf(near, calendar.timeOff, wanted)
  const sessions = new Set(near.filter(({ type }) => type === wanted.type).map(({ start }) => start))
  // Only seats at times that somebody has taken already are looked up one by one.
  let byTime: NearEntries | undefined
  const slots: ProviderSlot[] = []
  let next = 0
  for (const start of starts) {
    while ((blocks[next]?.before ?? Number.POSITIVE_INFINITY) <= start) next += 1
    const isBlocked = start > (blocks[next]?.after ?? Number.POSITIVE_INFINITY)
    if (!isBlocked) {
      if (wanted.seats <= wanted.capacity) slots.push({ start, seatsLeft: wanted.capacity })
    } else if (sessions.has(start) && !isOff(calendar, start, wanted)) {
      byTime ??= nearEntries(near)
      const { bufferedStart, bufferedEnd } = spanAt(start, wanted)
      const { rule, seatsLeft } = verdictOn(byTime.around(bufferedStart, bufferedEnd), start, wanted)
      if (!rule) slots.push({ start, seatsLeft })
    }
  }
  return slots
}

/** How far from a start what is taken can matter to it: duration and buffer are a day each at most. */
export const MOST_REACH_MS = 2 * 86_400_000

/** Whether somebody is off at some time of a booking. */
export const isOff = ({ timeOff }: Calendar, start: number, { duration }: Wanted): boolean =>
  timeOff.some((off) => start < off.end && start + duration > off.start)

/** The starts that windows and steps allow within a range, in order and each once. */
function possibleStarts({ windows, offsets }: Opening, range: Range, wanted: Wanted): number[] {
  const starts = windows.flatMap((window) => startsIn(window, offsets, range, wanted))
  const isInOrder = starts.every((start, i) => i === 0 || start > (starts[i - 1] ?? 0))
  return isInOrder ? starts : [...new Set(starts)].sort((a, b) => a - b)
}

/**
 * The starts in one window, counted in steps of local time from its start: where the clocks change, those after the
 * change are at the times at which they are on other days. A time that the clocks skip gives no start, one that they
 * repeat gives two.
 */
export function startsIn(
  window: OpenWindow,
  offsets: ZoneOffsets,
  { from, to }: Range,
  { step, duration }: Pick<Wanted, 'step' | 'duration'>,
): number[] {
  const starts: number[] = []
  const last = window.end - duration
  for (const span of offsets) {
    if (span.to <= window.start || span.from >= window.end) continue
    const first = Math.max(window.start, span.from, from)
    const behind = modulo(first + span.offset - window.wall, step)
    const until = Math.min(span.to, to)
    for (let at = behind === 0 ? first : first + step - behind; at < until && at <= last; at += step) {
      starts.push(at)
    }
  }
  return starts
}

/** What is left of a division, never negative: after a change of the clocks it may be earlier than at the start. */
const modulo = (value: number, by: number): number => ((value % by) + by) % by
