import { MINUTE_MS } from '@usher/service-kit/durations'
import { PARTY_BUCKETS, totalOf } from './party-bucket.ts'
import { service } from './work.ts'

/** Starts after which one counts a third: for what each size takes, and for whether tables decide. */
const MEMORY = 60
const SHORT_MEMORY = 20

/** Starts needed with others waiting, and the share of them that passed over another size, for tables to decide. */
const STARTS_NEEDED = 10
const MIN_PASSING = 0.25

/** Weight, in starts, of the assumptions that parties take as long as the setting says, and that the most seen fill the tables. */
const SETTING_WEIGHT = 1
const MOST_WEIGHT = 1

/** Limit of an interval, in service times of the setting. */
const MAX_SERVICES = 2

/** The starts of one size bucket. */
interface SizePace {
  /** The last start, and how many of the size waited then; null: none. */
  readonly last: { readonly at: number; readonly waiting: number } | null
  /** Minutes between starts while others of the size waited. */
  readonly gaps: { readonly seen: number; readonly minutes: number }
  /** Parties of the size that were being served while others of it waited. */
  readonly served: { readonly seen: number; readonly parties: number }
  /** Most parties of the size that were being served of late. */
  readonly most: number
  readonly started: number
}

/** How sizes are served, where tables decide. */
export interface Sizes {
  readonly of: readonly SizePace[]
  /** Starts while somebody waited, and those that passed over a party of another size. */
  readonly passing: { readonly seen: number; readonly passed: number }
}

const NO_SIZE: SizePace = {
  last: null,
  gaps: { seen: 0, minutes: 0 },
  served: { seen: 0, parties: 0 },
  most: 1,
  started: 0,
}
export const NO_SIZES: Sizes = {
  of: Array(PARTY_BUCKETS).fill(NO_SIZE),
  passing: { seen: 0, passed: 0 },
}

/** Recent starts, by which it is judged how many of a size are being served. */
type RecentStarts = readonly { readonly at: number; readonly bucket: number }[]

/** A start, as far as sizes matter. */
export interface SizedStart {
  readonly at: number
  readonly bucket: number
  /** Guests who still wait, by party bucket. */
  readonly line: readonly number[]
  /** Those of them who were ahead. */
  readonly passed: readonly number[]
  readonly serviceMinutes: number
}

/** Records that a party was taken. */
export function recordSize({ of, passing }: Sizes, start: SizedStart, starts: RecentStarts): Sizes {
  const { at, bucket, line, passed, serviceMinutes } = start
  const { last, gaps, served, most, started } = of[bucket] ?? NO_SIZE
  const keep = 1 - 1 / MEMORY
  const waiting = line[bucket] ?? 0
  const parties = servedNow(starts, bucket, at, serviceMinutes)
  const minutes = Math.min(MAX_SERVICES * serviceMinutes, Math.max(0, at - (last?.at ?? at)) / MINUTE_MS)
  const now: SizePace = {
    last: { at, waiting },
    gaps: last?.waiting ? { seen: gaps.seen * keep + 1, minutes: gaps.minutes * keep + minutes } : gaps,
    served: waiting > 0 ? { seen: served.seen * keep + 1, parties: served.parties * keep + parties } : served,
    most: Math.max(parties, most * keep, 1),
    started: started * keep + 1,
  }
  return { of: of.with(bucket, now), passing: addPassing(passing, bucket, line, passed) }
}

function addPassing(
  passing: Sizes['passing'],
  bucket: number,
  line: readonly number[],
  passed: readonly number[],
): Sizes['passing'] {
  if (totalOf(line) === 0) return passing
  const keep = 1 - 1 / SHORT_MEMORY
  const isOther = totalOf(passed) > 0 && (passed[bucket] ?? 0) === 0
  return { seen: passing.seen * keep + 1, passed: passing.passed * keep + (isOther ? 1 : 0) }
}

/** Records that somebody left the line, which is this now. */
export const recordSizesLeft = ({ of, passing }: Sizes, line: readonly number[]): Sizes => ({
  of: of.map((size, bucket) => {
    const waiting = Math.min(size.last?.waiting ?? 0, line[bucket] ?? 0)
    return size.last && waiting !== size.last.waiting ? { ...size, last: { ...size.last, waiting } } : size
  }),
  passing,
})

/** A place in the line; bucket: of the party, absent: of the usual mix. */
interface SizedPlace {
  readonly ahead: readonly number[]
  readonly bucket?: number | undefined
}

/**
 * The waits where tables decide; undefined where they do not.
 *
 * @returns for a time from now on: minutes until the turn, and those between starts
 */
export function sizesForecast(sizes: Sizes | undefined, starts: RecentStarts, serviceMinutes: number) {
  if (!sizes) return undefined
  const { seen, passed } = sizes.passing
  if (seen < STARTS_NEEDED || passed < MIN_PASSING * seen) return undefined
  return (at: number) => stateAt(at, sizes, starts, serviceMinutes)
}

function stateAt(at: number, sizes: Sizes, starts: RecentStarts, serviceMinutes: number) {
  const all = sizes.of.map((size, bucket) =>
    sizeForecast(size, servedNow(starts, bucket, at, serviceMinutes), at, serviceMinutes),
  )
  const started = sizes.of.reduce((sum, one) => sum + one.started, 0)
  const mixed = (of: (bucket: number) => number) =>
    sizes.of.reduce((sum, one, bucket) => sum + (one.started / started) * of(bucket), 0)
  const untilTurn = (bucket: number, ahead: readonly number[]) =>
    all[bucket]?.untilTurn(ahead[bucket] ?? 0) ?? 0
  const perStart = (bucket: number) => all[bucket]?.minutes ?? serviceMinutes
  return {
    untilTurn: ({ bucket, ahead }: SizedPlace) =>
      bucket === undefined ? mixed((one) => untilTurn(one, ahead)) : untilTurn(bucket, ahead),
    perStart: ({ bucket }: SizedPlace) => (bucket === undefined ? mixed(perStart) : perStart(bucket)),
  }
}

function sizeForecast(
  { last, gaps, served, most }: SizePace,
  servedParties: number,
  now: number,
  serviceMinutes: number,
) {
  const tables = Math.max(0.5, (served.parties + MOST_WEIGHT * most) / (served.seen + MOST_WEIGHT))
  const minutes = (gaps.minutes + (SETTING_WEIGHT * serviceMinutes) / tables) / (gaps.seen + SETTING_WEIGHT)
  const age = last ? Math.max(0, now - last.at) / MINUTE_MS : 0
  const untilNext = Math.max(MIN_LEFT * minutes, minutes - AGEING * age)
  const allTaken = 1 / (1 + Math.exp((tables - 0.5 - servedParties) / (SOFTNESS * Math.sqrt(tables))))
  return {
    minutes,
    untilTurn: (ahead: number) => (ahead === 0 ? allTaken * untilNext : untilNext + ahead * minutes),
  }
}

/** The time until the next table is free gets shorter by this part of the time since the last, to this part at least. */
const AGEING = 0.7
const MIN_LEFT = 0.35

/** How gradually waiting becomes likely as tables fill. */
const SOFTNESS = 0.3

/** Parties of a bucket expected to be served still. */
const servedNow = (starts: RecentStarts, bucket: number, now: number, serviceMinutes: number): number =>
  starts.reduce(
    (sum, one) =>
      one.bucket === bucket ? sum + service((now - one.at) / MINUTE_MS, serviceMinutes).taken : sum,
    0,
  )
