import type { Log, Servers } from './local.ts'

/** Everything a benchmark that measures servers needs. */
export interface Bench {
  readonly servers: Servers
  /** Folder for everything the run writes; removed afterwards. */
  readonly home: string
  /** Length of each measurement in seconds. */
  readonly seconds: number
  readonly rounds: number
  /** Shows progress. */
  readonly log: Log
  readonly signal: AbortSignal
}

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
  readonly unit: '×' | ' ms' | ' %'
  readonly target?: { readonly text: string; readonly met: boolean }
}

/** Something that must hold at any speed. */
export interface Check {
  readonly what: string
  readonly failures: readonly string[]
}

/** A row of figures, by column name. */
export type Row = Readonly<Record<string, string | number>>

/** Shown as Markdown. */
export interface Table {
  readonly title: string
  readonly rows: readonly Row[]
}

/** The result of one benchmark. */
export interface Outcome {
  readonly tables: readonly Table[]
  readonly figures: readonly Figure[]
  readonly checks: readonly Check[]
}

interface Described {
  readonly name: string
  /** What is compared, in one line. */
  readonly title: string
}

/** Measures requests, on its own servers. */
export interface LiveBenchmark extends Described {
  run(bench: Bench, cleanup: AsyncDisposableStack): Promise<Outcome>
}

/** Needs no servers. */
export interface ComputedBenchmark extends Described {
  compute(computation: Computation): Outcome
}

export type Benchmark = LiveBenchmark | ComputedBenchmark

/** A ratio without a target. */
export const times = (what: string, value: number): Figure => ({ what, value, unit: '×' })

/** A ratio with a lower bound. */
export const atLeast = (what: string, value: number, bound: number): Figure => ({
  ...times(what, value),
  target: { text: `at least ${bound}×`, met: value >= bound },
})

/** A time with an upper bound, in ms. */
export const below = (what: string, value: number, bound: number): Figure => ({
  what,
  value,
  unit: ' ms',
  target: { text: `under ${bound} ms`, met: value < bound },
})

/** A share with a lower bound, in per cent. */
export const atLeastPercent = (what: string, value: number, bound: number): Figure => ({
  what,
  value,
  unit: ' %',
  target: { text: `at least ${bound} %`, met: value >= bound },
})

/** A share with an upper bound, in per cent. */
export const atMostPercent = (what: string, value: number, bound: number): Figure => ({
  what,
  value,
  unit: ' %',
  target: { text: `at most ${bound} %`, met: value <= bound },
})

/** A share within a range, in per cent. */
export const percentWithin = (what: string, value: number, from: number, to: number): Figure => ({
  what,
  value,
  unit: ' %',
  target: { text: `${from} to ${to} %`, met: value >= from && value <= to },
})
