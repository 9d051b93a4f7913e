import { total } from '../measure/compare.ts'
import type { CpuTimes } from '../measure/cpu.ts'
import { median } from '../measure/statistics.ts'
import { SIDE_NAMES, type SideName } from './side.ts'

/** What a side's processes used in a span of time. */
export interface Usage {
  /** CPU time in µs, by process. */
  readonly cpu: CpuTimes
  readonly seconds: number
}

/** One side of a round of a path, with a share of the work done until both sides had settled. */
export interface Sample extends Usage {
  readonly operations: number
  /** Operations per second while they were being sent. */
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** Adds to a sample its share of a usage split evenly among this many samples. */
export const addShare = (sample: Sample, { cpu, seconds }: Usage, among: number): Sample => ({
  ...sample,
  cpu: Object.fromEntries(
    namesOf([sample.cpu, cpu]).map((name) => [name, (sample.cpu[name] ?? 0) + (cpu[name] ?? 0) / among]),
  ),
  seconds: sample.seconds + seconds / among,
})

/** One value per side. */
export type Pair<Value> = Readonly<Record<SideName, Value>>

/** Builds a pair from one value per side. */
export const pairOf = <Value>(make: (side: SideName) => Value): Pair<Value> => ({
  new: make('new'),
  old: make('old'),
})

/** CPU µs per second of each side's processes when idle: the median of the windows. */
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
 * CPU µs per operation by process, beyond idle usage.
 *
 * @param processes those that count; all by default
 */
export function costOf(sample: Sample, idle: CpuTimes, processes?: readonly string[]): CpuTimes {
  const counted = Object.entries(sample.cpu).filter(([name]) => processes?.includes(name) ?? true)
  return Object.fromEntries(
    counted.map(([name, time]) => [name, (time - (idle[name] ?? 0) * sample.seconds) / sample.operations]),
  )
}

/** Median over the rounds, by process. */
export function medianCosts(costs: readonly CpuTimes[]): CpuTimes {
  return Object.fromEntries(
    namesOf(costs).map((name) => [name, median(costs.map((cost) => cost[name] ?? 0))]),
  )
}

/** Ratios new : old of the totals, round by round; skips rounds in which noise hides the whole cost. */
export function ratiosOf(costs: readonly Pair<CpuTimes>[]): number[] {
  const totals = costs.map((cost) => pairOf((side) => total(cost[side])))
  return totals
    .filter((cost) => SIDE_NAMES.every((side) => cost[side] > 0))
    .map((cost) => cost.new / cost.old)
}

function namesOf(times: readonly CpuTimes[]): string[] {
  return [...new Set(times.flatMap((one) => Object.keys(one)))]
}

/** CPU µs used between two readings, by process. */
export const usedBetween = (before: CpuTimes, after: CpuTimes): CpuTimes =>
  Object.fromEntries(Object.entries(after).map(([name, time]) => [name, time - (before[name] ?? 0)]))

const mapValues = (times: CpuTimes, change: (time: number) => number): CpuTimes =>
  Object.fromEntries(Object.entries(times).map(([name, time]) => [name, change(time)]))
