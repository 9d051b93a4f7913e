import { MINUTE_MS } from '@usher/service-kit/durations'

/** Parties served within this time, in ms, count as served together, such as for a boat. */
export const TOGETHER_MS = 30_000

/** Batches after which one counts a third. */
const MEMORY = 16

/** Batches needed, and the share of them with several parties, for a line to be served in batches. */
const BATCHES_NEEDED = 5
const MIN_SHARE = 0.5

/** Shortest and longest minutes between two batches. Shorter: a busy line; longer: a break. */
const MIN_HEADWAY = 2
const MAX_HEADWAY = 240

/** Parties taken together, so far. */
interface Batch {
  /** When the first was taken, in milliseconds since 1970. */
  readonly at: number
  readonly parties: number
  /** Guests who still waited after it. */
  readonly waiting: number
}

/** How a line is served in batches: sums that fade. */
export interface Batches {
  readonly current: Batch
  readonly seen: number
  /** Batches of several parties. */
  readonly several: number
  /** Minutes between batches, and their squares. */
  readonly gaps: { readonly seen: number; readonly minutes: number; readonly squares: number }
  /** Parties of the batches that left somebody behind. */
  readonly full: { readonly seen: number; readonly parties: number }
  /** Parties of the largest of late. */
  readonly largest: number
}

/** Records that a party was taken. */
export function recordBatch(batches: Batches | undefined, at: number, waiting: number): Batches {
  const alone: Batch = { at, parties: 1, waiting }
  if (!batches) {
    const gaps = { seen: 0, minutes: 0, squares: 0 }
    return { current: alone, seen: 0, several: 0, gaps, full: { seen: 0, parties: 0 }, largest: 1 }
  }
  const { current } = batches
  if (Math.abs(at - current.at) <= TOGETHER_MS) {
    return { ...batches, current: { at: Math.min(at, current.at), parties: current.parties + 1, waiting } }
  }
  return { ...learn(batches, Math.max(0, at - current.at) / MINUTE_MS), current: alone }
}

/** Adds the batch that is over, given the minutes until the next one. */
function learn({ current, seen, several, gaps, full, largest }: Batches, minutes: number): Batches {
  const keep = 1 - 1 / MEMORY
  const { parties, waiting } = current
  const isBreak = minutes > MAX_HEADWAY
  return {
    current,
    seen: seen * keep + 1,
    several: several * keep + (parties > 1 ? 1 : 0),
    gaps: isBreak
      ? gaps
      : {
          seen: gaps.seen * keep + 1,
          minutes: gaps.minutes * keep + minutes,
          squares: gaps.squares * keep + minutes ** 2,
        },
    full:
      waiting > 0 && parties > 1
        ? { seen: full.seen * keep + 1, parties: full.parties * keep + parties }
        : full,
    largest: Math.max(parties, largest * keep),
  }
}

/** Waits in a line that is served in batches. */
export interface BatchForecast {
  /** Minutes until the batch that a guest with so many ahead is in. */
  readonly untilTurn: (ahead: number) => number
  /** Variance of the minutes between batches, over their mean. */
  readonly perStart: number
}

/** The waits if a line is served in batches; undefined if it is not. */
export function batchForecast(batches: Batches | undefined, now: number): BatchForecast | undefined {
  if (!batches || batches.seen < BATCHES_NEEDED || batches.several < MIN_SHARE * batches.seen)
    return undefined
  const { current, gaps, full, largest } = batches
  if (gaps.seen === 0) return undefined
  const headway = gaps.minutes / gaps.seen
  if (headway < MIN_HEADWAY) return undefined
  const variance = Math.max(0, gaps.squares / gaps.seen - headway ** 2)
  const capacity = Math.max(1, Math.round(full.seen > 0 ? full.parties / full.seen : largest))
  const age = Math.max(0, (now - current.at) / MINUTE_MS)
  const untilNext = untilNextBatch(age, headway, Math.sqrt(variance))
  return {
    untilTurn: (ahead) => untilNext + Math.floor(ahead / capacity) * headway,
    perStart: variance / headway,
  }
}

/** A batch that is overdue comes within half of the usual deviation; long overdue, nobody knows when the last was. */
function untilNextBatch(age: number, headway: number, deviation: number): number {
  if (age > 1.5 * headway + deviation) return headway / 2
  return Math.max(headway - age, Math.min(deviation, headway) / 2)
}
