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

/** A measured value, and what it should be where there is a target. */
export interface Figure {
  readonly what: string
  readonly value: number
  readonly unit: 'x' | 'ms'
  readonly target?: {
    /** x: at least this; ms: less than this. */
    readonly bound: number
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
}

export interface Benchmark {
  readonly name: string
  /** What is compared, in one line. */
  readonly title: string
  run(bench: Bench): Promise<Outcome>
}

/** A ratio without a target. */
export const times = (what: string, value: number): Figure => ({ what, value, unit: 'x' })

/** A ratio that should be at least so much. */
export const atLeast = (what: string, value: number, bound: number): Figure => ({
  what,
  value,
  unit: 'x',
  target: { bound, met: value >= bound },
})

/** A time that should be less than so many milliseconds. */
export const below = (what: string, value: number, bound: number): Figure => ({
  what,
  value,
  unit: 'ms',
  target: { bound, met: value < bound },
})
