import type { Bench } from './bench-context.ts'
import type { Series } from './measure/interleave.ts'

/** Everything a benchmark without servers needs. */
export type Computation = Pick<Bench, 'log' | 'signal'> & {
  /** Venue files to simulate instead of the ones included. */
  readonly venues: readonly string[]
  /** Seeds of the simulation instead of those in the venue files. */
  readonly seeds: readonly number[]
}

/** A measured value, with its target if it has one. */
export interface Figure {
  readonly what: string
  readonly value: number
  readonly unit: 'x' | 'ms' | '%'
  readonly target?: {
    /** At least this, or between the two, or at most this if the figure says so; ms: less than this. */
    readonly bound: number | readonly [from: number, to: number]
    readonly isMost?: true
    readonly met: boolean
  }
}

/** Something that must hold at any speed. */
export interface Check {
  readonly what: string
  readonly failures: readonly string[]
}

/** The result of one benchmark. */
export interface Outcome {
  readonly series: readonly Series[]
  readonly figures: readonly Figure[]
  readonly checks: readonly Check[]
  /** Figures that are not of requests. */
  readonly tables?: readonly Table[]
}

/** A row of figures, by column name. */
export type Row = Readonly<Record<string, string | number>>

/** Shown as Markdown. */
export interface Table {
  readonly title: string
  readonly rows: readonly Row[]
}

interface Described {
  readonly name: string
  /** What is compared, in one line. */
  readonly title: string
}

/** Measures requests, on its own servers. */
export interface LiveBenchmark extends Described {
  run(bench: Bench): Promise<Outcome>
}

/** Needs no servers. */
interface ComputedBenchmark extends Described {
  compute(computation: Computation): Outcome
}

export type Benchmark = LiveBenchmark | ComputedBenchmark

export const needsServers = (benchmark: Benchmark): benchmark is LiveBenchmark => 'run' in benchmark

const withoutTarget =
  (unit: Figure['unit']) =>
  (what: string, value: number): Figure => ({ what, value, unit })

const withUpperBound =
  (unit: Figure['unit']) =>
  (what: string, value: number, bound: number): Figure => ({
    what,
    value,
    unit,
    target: { bound, isMost: true, met: value <= bound },
  })

/** A ratio without a target. */
export const times = withoutTarget('x')

/** A time without a target. */
export const took = withoutTarget('ms')

/** A ratio with an upper bound. */
export const atMost = withUpperBound('x')

/** A share with an upper bound, in per cent. */
export const atMostPercent = withUpperBound('%')

/** A ratio with a lower bound. */
export const atLeast = (what: string, value: number, bound: number): Figure => ({
  what,
  value,
  unit: 'x',
  target: { bound, met: value >= bound },
})

/** A time with an upper bound, in ms. */
export const below = (what: string, value: number, bound: number): Figure => ({
  what,
  value,
  unit: 'ms',
  target: { bound, met: value < bound },
})

/** A share with a lower bound or a range, in per cent. */
export const percent = (what: string, value: number, bound: number | readonly [number, number]): Figure => {
  const [from, to] = typeof bound === 'number' ? [bound, Number.POSITIVE_INFINITY] : bound
  return { what, value, unit: '%', target: { bound, met: value >= from && value <= to } }
}
