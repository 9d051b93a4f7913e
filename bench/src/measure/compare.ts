import type { CpuTimes } from './cpu.ts'
import type { Series } from './interleave.ts'
import { median } from './statistics.ts'

/** How many times as many requests per second as the other: the median over the rounds. */
export const ratio = (ours: Series, peer: Series): number =>
  median(ours.runs.map(({ perSecond }, i) => perSecond / (peer.runs[i]?.perSecond ?? Number.NaN)))

/** How many times as much processor time per request, of all processes of each: the median over the rounds. */
export const cpuRatio = (ours: Series, peer: Series): number =>
  median(ours.runs.map(({ cpu }, i) => total(cpu) / total(peer.runs[i]?.cpu ?? {})))

/** What something costs beyond a floor. */
export interface Cost {
  readonly subject: string
  /** Processor time in µs for one request, of all processes: the median over the rounds, beyond that of the floor. */
  readonly addedUs: number
  /** How many times the processor time of the floor. */
  readonly ratio: number
}

/** What each costs beyond the first, which is the floor. */
export function costs([floor, ...others]: readonly Series[]): Cost[] {
  if (!floor) return []
  return others.map((other) => ({
    subject: other.subject,
    addedUs: median(other.runs.map(({ cpu }, i) => total(cpu) - total(floor.runs[i]?.cpu ?? {}))),
    ratio: cpuRatio(other, floor),
  }))
}

/** Processor time of all processes. */
export const total = (cpu: CpuTimes): number => Object.values(cpu).reduce((sum, time) => sum + time, 0)

/** Median over the rounds of a round's 99th percentile of latency, in ms. */
export const medianP99 = ({ runs }: Series): number => median(runs.map(({ p99Ms }) => p99Ms))

/** In words, the runs in which requests failed. */
export const failures = (series: readonly Series[]): string[] =>
  series.flatMap(({ subject, runs }) =>
    runs
      .filter((run) => run.failures > 0)
      .map(
        (run) => `${subject}, round ${run.round}: ${run.failures} requests failed, ${run.successes} did not`,
      ),
  )
