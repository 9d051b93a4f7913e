import type { LoadGenerator } from './load/load.ts'
import type { Log, Servers } from './local.ts'
import type { Cost } from './measure/compare.ts'
import type { Series } from './measure/interleave.ts'

/** What a benchmark works with. */
export interface Bench {
  readonly servers: Servers
  /** Folder for everything that the run writes; removed afterwards. */
  readonly home: string
  readonly generator: LoadGenerator
  /** Seconds of each measurement. */
  readonly seconds: number
  readonly rounds: number
  /** Shows progress. */
  readonly log: Log
  readonly signal: AbortSignal
}

/** What a benchmark without servers works with. */
export type Computation = Pick<Bench, 'log' | 'signal'> & {
  /** Files of venues to simulate instead of those that come with it. */
  readonly venues: readonly string[]
}

/** A measured value, and what it should be where there is a target. */
export interface Figure {
  readonly what: string
  readonly value: number
  readonly unit: 'x' | 'ms' | '%' | 'ms/s' | 'MB'
  readonly target?: {
    /** x: at least this, or at most where it says so; ms: less than this; ms/s and MB: at most this; %: at least this, or from the first to the second. */
    readonly bound: number | readonly [from: number, to: number]
    readonly isMost?: true
    readonly met: boolean
  }
}

/** Something that must hold whatever the speed. */
export interface Check {
  readonly what: string
  readonly failures: readonly string[]
}

/** What came of one benchmark. */
export interface Outcome {
  readonly series: readonly Series[]
  /** What some of the series cost beyond another, where that is the question. */
  readonly costs?: readonly Cost[]
  readonly figures: readonly Figure[]
  readonly checks: readonly Check[]
  /** Figures of benchmarks that measure no requests, row by row. */
  readonly rows?: readonly Row[]
}

/** A row of figures, by the name of their column. */
export type Row = Readonly<Record<string, string | number>>

interface Described {
  readonly name: string
  /** What is compared, in one line. */
  readonly title: string
}

/** Measures requests, on servers of its own. */
export interface LiveBenchmark extends Described {
  run(bench: Bench): Promise<Outcome>
}

/** Needs no servers. */
interface ComputedBenchmark extends Described {
  compute(computation: Computation): Outcome
}

export type Benchmark = LiveBenchmark | ComputedBenchmark

export const needsServers = (benchmark: Benchmark): benchmark is LiveBenchmark => 'run' in benchmark

/** A ratio without a target. */
export const times = (what: string, value: number): Figure => ({ what, value, unit: 'x' })

/** A ratio that should be at least so much. */
export const atLeast = (what: string, value: number, bound: number): Figure => ({
  what,
  value,
  unit: 'x',
  target: { bound, met: value >= bound },
})

/** A ratio that should be at most so much. */
export const atMost = (what: string, value: number, bound: number): Figure => ({
  what,
  value,
  unit: 'x',
  target: { bound, isMost: true, met: value <= bound },
})

/** A time that should be less than so many milliseconds. */
export const below = (what: string, value: number, bound: number): Figure => ({
  what,
  value,
  unit: 'ms',
  target: { bound, met: value < bound },
})

/** Processor time that should be at most so many milliseconds a second. */
export const mostMsPerSecond = (what: string, value: number, bound: number): Figure => ({
  what,
  value,
  unit: 'ms/s',
  target: { bound, isMost: true, met: value <= bound },
})

/** Memory that should be at most so many megabytes. */
export const mostMegabytes = (what: string, value: number, bound: number): Figure => ({
  what,
  value,
  unit: 'MB',
  target: { bound, isMost: true, met: value <= bound },
})

/** A share that should be at least so many per cent, or from one to another. */
export const percent = (what: string, value: number, bound: number | readonly [number, number]): Figure => {
  const [from, to] = typeof bound === 'number' ? [bound, Number.POSITIVE_INFINITY] : bound
  return { what, value, unit: '%', target: { bound, met: value >= from && value <= to } }
}

/** A time without a target. */
export const took = (what: string, value: number): Figure => ({ what, value, unit: 'ms' })
