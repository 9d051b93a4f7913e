import { blocksOf, type Entry, type SlotSpec, spanAt, verdictOn } from './busy.ts'
import { type Hours, type Opening, type OpenWindow, openWindows } from './windows.ts'
import type { ZoneOffsets } from './zone-offsets.ts'

/** A provider's hours and busy times; in ms since 1970. */
export interface Calendar {
  readonly hours: Hours
  readonly timeOff: readonly { readonly start: number; readonly end: number }[]
  /** Busy times, without expired holds. */
  readonly busy: readonly Entry[]
}

/** Starts at or after `from` and before `to`; ms since 1970. */
export interface Range {
  readonly from: number
  readonly to: number
}

export interface ProviderSlot {
  readonly start: number
  readonly seatsLeft: number
}

/**
 * The bookable starts with one provider, in order. Blocked times are merged once, and the possible starts are
 * walked along them.
 */
export function sweep(calendar: Calendar, range: Range, spec: SlotSpec): ProviderSlot[] {
  const starts = possibleStarts(openWindows(calendar.hours, range.from, range.to), range, spec)
  const near = calendar.busy.filter(
    ({ bufferedStart, bufferedEnd }) =>
      bufferedEnd > range.from - MAX_REACH_MS && bufferedStart < range.to + MAX_REACH_MS,
  )
  const blocks = blocksOf(near, calendar.timeOff, spec)
  const sessions = new Set(near.filter(({ type }) => type === spec.type).map(({ start }) => start))
  // Only shared sessions need a lookup of each start.
  let byTime: NearEntries | undefined
  const slots: ProviderSlot[] = []
  let next = 0
  for (const start of starts) {
    while ((blocks[next]?.before ?? Number.POSITIVE_INFINITY) <= start) next += 1
    const isBlocked = start > (blocks[next]?.after ?? Number.POSITIVE_INFINITY)
    if (!isBlocked) {
      if (spec.seats <= spec.capacity) slots.push({ start, seatsLeft: spec.capacity })
    } else if (sessions.has(start) && !isOff(calendar, start, spec)) {
      byTime ??= nearEntries(near)
      const { bufferedStart, bufferedEnd } = spanAt(start, spec)
      const { rule, seatsLeft } = verdictOn(byTime.around(bufferedStart, bufferedEnd), start, spec)
      if (!rule) slots.push({ start, seatsLeft })
    }
  }
  return slots
}

/** How far from a start an entry can affect it, in ms: duration and buffer are at most a day each. */
export const MAX_REACH_MS = 2 * 86_400_000

/** Whether the provider is off during a booking. */
export const isOff = ({ timeOff }: Calendar, start: number, { duration }: SlotSpec): boolean =>
  timeOff.some((off) => start < off.end && start + duration > off.start)

/** The starts that windows and steps allow within a range, in order, without duplicates. */
function possibleStarts({ windows, offsets }: Opening, range: Range, spec: SlotSpec): number[] {
  const starts = windows.flatMap((window) => startsIn(window, offsets, range, spec))
  const isInOrder = starts.every((start, i) => i === 0 || start > (starts[i - 1] ?? 0))
  return isInOrder ? starts : [...new Set(starts)].sort((a, b) => a - b)
}

/**
 * The starts in one window, in steps of local time from its start: after a clock change, starts keep their
 * usual local times. A skipped local time has no start; a repeated one has two, unless it is before the window.
 */
export function startsIn(
  window: OpenWindow,
  offsets: ZoneOffsets,
  { from, to }: Range,
  { step, duration }: Pick<SlotSpec, 'step' | 'duration'>,
): number[] {
  const starts: number[] = []
  const last = window.until - duration
  for (const span of offsets) {
    if (span.to <= window.start || span.from >= window.end) continue
    const first = Math.max(window.start, span.from, from, window.wall - span.offset)
    const behind = modulo(first + span.offset - window.wall, step)
    const until = Math.min(span.to, window.end, to)
    for (let at = behind === 0 ? first : first + step - behind; at < until && at <= last; at += step) {
      starts.push(at)
    }
  }
  return starts
}

/** Remainder that is never negative: after a clock change the value may precede the window's start. */
const modulo = (value: number, by: number): number => ((value % by) + by) % by

/** Entries ordered by buffered start, so that those around a time are found without a full scan. */
interface NearEntries {
  /** The entries that may conflict with something between two instants. */
  around(from: number, to: number): readonly Entry[]
}

/** Longer than any booking with its buffers: such entries, like weeks away in a calendar, are few. */
const LONG_MS = 3 * 86_400_000

function nearEntries(entries: readonly Entry[]): NearEntries {
  const length = ({ bufferedStart, bufferedEnd }: Entry) => bufferedEnd - bufferedStart
  const long = entries.filter((entry) => length(entry) > LONG_MS)
  const sorted = entries
    .filter((entry) => length(entry) <= LONG_MS)
    .sort((a, b) => a.bufferedStart - b.bufferedStart)
  const longest = sorted.reduce((max, entry) => Math.max(max, length(entry)), 0)
  return {
    around(from, to) {
      const first = firstFrom(sorted, from - longest)
      let end = first
      while ((sorted[end]?.bufferedStart ?? to) < to) end += 1
      return [...long, ...sorted.slice(first, end)]
    },
  }
}

/** Index of the first entry that starts at an instant or later. */
function firstFrom(sorted: readonly Entry[], at: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle]?.bufferedStart ?? at) < at) low = middle + 1
    else high = middle
  }
  return low
}
