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

const targeted = (what: string, value: number, unit: Figure['unit'], text: string, met: boolean): Figure => ({
  what,
  value,
  unit,
  target: { text: `${text}${unit}`, met },
})

export const atLeast = (what: string, value: number, bound: number, unit: Figure['unit'] = '×') =>
  targeted(what, value, unit, `at least ${bound}`, value >= bound)

export const atMost = (what: string, value: number, bound: number, unit: Figure['unit']) =>
  targeted(what, value, unit, `at most ${bound}`, value <= bound)

/** A time in ms. */
export const below = (what: string, value: number, bound: number) =>
  targeted(what, value, ' ms', `under ${bound}`, value < bound)

export const percentWithin = (what: string, value: number, from: number, to: number) =>
  targeted(what, value, ' %', `${from} to ${to}`, value >= from && value <= to)
