import { MINUTE_MS } from '@usher/service-kit/durations'
import { totalOf } from './party-bucket.ts'

/** Parties served within this time, in ms, count as served together, such as for a boat. */
export const TOGETHER_MS = 30_000

/** Batches after which the weight of one has fallen to a third. */
const MEMORY = 16

/** A line is served in batches after this many, if at least this share of them had several parties. */
const BATCHES_NEEDED = 5
const MIN_SHARE = 0.5

/** Batches are alike while the parties that they take vary by no more than this (standard deviation ÷ mean). */
const MAX_VARIATION = 0.25

/** Shortest and longest minutes between two batches. Shorter: a busy line; longer: a break. */
const MIN_HEADWAY = 2
const MAX_HEADWAY = 240

/** Parties taken together. */
interface Batch {
  /** When the first was taken, in milliseconds since 1970. */
  readonly at: number
  readonly parties: number
  /** Guests who still waited after it. */
  readonly waiting: number
  /** Minutes since the batch before; absent: there was none, or it was stored in the old format. */
  readonly gap?: number
}

/** How a line is served in batches: sums that decay. */
export interface Batches {
  readonly current: Batch
  readonly seen: number
  /** Batches of several parties. */
  readonly several: number
  /** Minutes between batches, and their squares. */
  readonly gaps: { readonly seen: number; readonly minutes: number; readonly squares: number }
  /** Parties of the batches that left somebody behind. */
  readonly full: { readonly seen: number; readonly parties: number; readonly squares?: number }
  /** Parties of the largest recent batch. */
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
    return {
      ...batches,
      current: { ...current, at: Math.min(at, current.at), parties: current.parties + 1, waiting },
    }
  }
  const gap = Math.max(0, at - current.at) / MINUTE_MS
  return { ...addBatch(batches, gap), current: { ...alone, gap } }
}

/** Adds the batch that is over, given the minutes until the next one. */
function addBatch({ current, seen, several, gaps, full, largest }: Batches, minutes: number): Batches {
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
        ? {
            seen: full.seen * keep + 1,
            parties: full.parties * keep + parties,
            squares: (full.squares ?? full.parties ** 2 / Math.max(1, full.seen)) * keep + parties ** 2,
          }
        : full,
    largest: Math.max(parties, largest * keep),
  }
}

/** Whether most recent starts came several at once. */
const isInBatches = (batches: Batches | undefined): batches is Batches =>
  batches !== undefined && batches.seen >= BATCHES_NEEDED && batches.several >= MIN_SHARE * batches.seen

/** Whether full batches are about equally large: those of a boat are, those of staff who enter starts late are not. */
function areAlike({ full: { seen, parties, squares = 0 } }: Batches): boolean {
  if (seen === 0) return true
  const mean = parties / seen
  return squares / seen - mean ** 2 <= (MAX_VARIATION * mean) ** 2
}

/**
 * Minutes by which a start was probably entered late, where staff enter several at a time: half of the time since the
 * entry before, as the party was taken at some time since then.
 */
export function enteredLate(batches: Batches | undefined, at: number): number {
  if (!isInBatches(batches) || areAlike(batches)) return 0
  const { current, gaps } = batches
  const gap = Math.abs(at - current.at) <= TOGETHER_MS ? (current.gap ?? 0) : (at - current.at) / MINUTE_MS
  return Math.max(0, Math.min(gap, (2 * gaps.minutes) / Math.max(1, gaps.seen))) / 2
}

/**
 * The waits from then on if a line is served in batches; undefined if it is not.
 *
 * @returns for a time not before `now`: minutes until the batch that a guest is in, if none came until then
 */
export function batchForecast(batches: Batches | undefined, now: number) {
  if (!isInBatches(batches) || !areAlike(batches)) return undefined
  const { current, gaps, full, largest } = batches
  if (gaps.seen === 0) return undefined
  const headway = gaps.minutes / gaps.seen
  if (headway < MIN_HEADWAY) return undefined
  const variance = Math.max(0, gaps.squares / gaps.seen - headway ** 2)
  const deviation = Math.sqrt(variance)
  const capacity = Math.max(1, Math.round(full.seen > 0 ? full.parties / full.seen : largest))
  const ageAt = (at: number) => Math.max(0, (at - current.at) / MINUTE_MS)
  // When the next is long overdue, starts are missing, so that nobody knows when the last batch was.
  const isLost = ageAt(now) > 1.5 * headway + deviation
  return (at: number) => {
    // One that is overdue comes within half of the usual deviation.
    const untilNext = isLost ? headway / 2 : Math.max(headway - ageAt(at), Math.min(deviation, headway) / 2)
    return {
      untilTurn: ({ ahead }: { readonly ahead: readonly number[] }) =>
        untilNext + Math.floor(totalOf(ahead) / capacity) * headway,
      /** Variance of the minutes between batches, over their mean. */
      perStart: () => variance / headway,
    }
  }
}
