import { total } from '../measure/compare.ts'
import type { CpuTimes } from '../measure/cpu.ts'
import { median } from '../measure/statistics.ts'
import { SIDE_NAMES, type SideName } from './side.ts'

/** What the processes of a side have used in a span of time. */
export interface Usage {
  /** Processor time in µs by process. */
  readonly cpu: CpuTimes
  readonly seconds: number
}

/** One side of a round of a path, with a share of what was done until both sides had settled. */
export interface Sample extends Usage {
  readonly operations: number
  /** Operations per second while they were sent. */
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** Adds to a sample its share of what so many samples have used together. */
export const addShare = (sample: Sample, { cpu, seconds }: Usage, among: number): Sample => ({
  ...sample,
  cpu: Object.fromEntries(
    namesOf([sample.cpu, cpu]).map((name) => [name, (sample.cpu[name] ?? 0) + (cpu[name] ?? 0) / among]),
  ),
  seconds: sample.seconds + seconds / among,
})

/** Something of either side. */
export type Pair<Value> = Readonly<Record<SideName, Value>>

/** Makes a pair of what is made for each side. */
export const pairOf = <Value>(make: (side: SideName) => Value): Pair<Value> => ({
  new: make('new'),
  old: make('old'),
})

/** What the processes of each side use in a second with nothing to do, in µs: the median of the windows. */
export function idleRates(windows: readonly Pair<Usage>[]): Pair<CpuTimes> {
  return pairOf((side) => {
    const rates = windows.map((window) => rateOf(window[side]))
    return Object.fromEntries(
      namesOf(rates).map((name) => [name, median(rates.map((rate) => rate[name] ?? 0))]),
    )
  })
}

/** Microseconds per second, by process. */
export const rateOf = ({ cpu, seconds }: Usage): CpuTimes => mapValues(cpu, (time) => time / seconds)

/**
 * Microseconds of one operation by process, beyond what the processes use with nothing to do.
 *
 * @param processes those that count; all unless given
 */
export function costOf(sample: Sample, idle: CpuTimes, processes?: readonly string[]): CpuTimes {
  const counted = Object.entries(sample.cpu).filter(([name]) => processes?.includes(name) ?? true)
  return Object.fromEntries(
    counted.map(([name, time]) => [name, (time - (idle[name] ?? 0) * sample.seconds) / sample.operations]),
  )
}

/** By process, the median over the rounds. */
export function medianCosts(costs: readonly CpuTimes[]): CpuTimes {
  return Object.fromEntries(
    namesOf(costs).map((name) => [name, median(costs.map((cost) => cost[name] ?? 0))]),
  )
}

/** Ratios new : old of the totals, round by round; rounds in which noise hides all cost say nothing. */
export function ratiosOf(costs: readonly Pair<CpuTimes>[]): number[] {
  const totals = costs.map((cost) => pairOf((side) => total(cost[side])))
  return totals
    .filter((cost) => SIDE_NAMES.every((side) => cost[side] > 0))
    .map((cost) => cost.new / cost.old)
}

function namesOf(times: readonly CpuTimes[]): string[] {
  return [...new Set(times.flatMap((one) => Object.keys(one)))]
}

/** Microseconds used between two readings, by process. */
export const usedBetween = (before: CpuTimes, after: CpuTimes): CpuTimes =>
  Object.fromEntries(Object.entries(after).map(([name, time]) => [name, time - (before[name] ?? 0)]))

const mapValues = (times: CpuTimes, change: (time: number) => number): CpuTimes =>
  Object.fromEntries(Object.entries(times).map(([name, time]) => [name, change(time)]))
