import { total } from '../measure/compare.ts'
import type { CpuTimes } from '../measure/cpu.ts'
import { median } from '../measure/statistics.ts'
import {
  costOf,
  idleRates,
  medianCosts,
  type Pair,
  pairOf,
  rateOf,
  ratiosOf,
  type Sample,
  type Usage,
} from './costs.ts'
import { type HotPath, IDLE } from './paths.ts'
import { type Comparison, compareRatios } from './verdict.ts'

/** All measurements of a path. */
export interface PathRounds {
  readonly path: HotPath
  /** One for each round, in order. */
  readonly samples: Pair<Sample>[]
  /** Why the older commit cannot be compared. */
  readonly missing?: string
}

/** All measurements. */
export interface Measurements {
  readonly paths: readonly PathRounds[]
  /** Both sides when idle, once per round. */
  readonly idle: Pair<Usage>[]
}

/** The findings about a path. */
export interface Result {
  readonly name: string
  readonly title: string
  /** New : old, round by round. */
  readonly ratios: readonly number[]
  /** CPU µs per operation in all processes that count, round by round. */
  readonly totals: Pair<readonly number[]>
  /** Undefined when the older commit does not have the path. */
  readonly comparison?: Comparison
  readonly missing?: string
  /** CPU µs per operation by process, the median of the rounds. */
  readonly cpu: Pair<CpuTimes>
  /** Medians of the rounds, for paths with operations. */
  readonly speed?: Pair<Speed>
}

/** For information only: it depends on what else runs on the machine. */
export interface Speed {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** Compares each path, and both sides when idle. */
export function resultsOf({ paths, idle }: Measurements): Result[] {
  const rates = idleRates(idle)
  return [
    ...paths.map((path) => pathResult(path, rates)),
    idleResult(idle.map((window) => pairOf((side) => rateOf(window[side])))),
  ]
}

function pathResult({ path, samples, missing }: PathRounds, idle: Pair<CpuTimes>): Result {
  const { name, title, processes } = path
  const costs = samples.map((sample) => pairOf((side) => costOf(sample[side], idle[side], processes)))
  return {
    ...resultOf(name, title, costs),
    ...(missing !== undefined && { missing }),
    ...(samples.length > 0 && { speed: pairOf((side) => speedOf(samples.map((sample) => sample[side]))) }),
  }
}

const idleResult = (rates: readonly Pair<CpuTimes>[]): Result =>
  resultOf(IDLE, 'one second of all processes with nothing to do', rates)

function resultOf(name: string, title: string, costs: readonly Pair<CpuTimes>[]): Result {
  const ratios = ratiosOf(costs)
  return {
    name,
    title,
    ratios,
    totals: pairOf((side) => costs.map((cost) => total(cost[side]))),
    ...(ratios.length > 0 && { comparison: compareRatios(ratios) }),
    cpu: pairOf((side) => medianCosts(costs.map((cost) => cost[side]))),
  }
}

const speedOf = (samples: readonly Sample[]): Speed => ({
  perSecond: median(samples.map(({ perSecond }) => perSecond)),
  p50Ms: median(samples.map(({ p50Ms }) => p50Ms)),
  p99Ms: median(samples.map(({ p99Ms }) => p99Ms)),
})
