import type { CpuTimes } from './cpu.ts'
import type { Series } from './interleave.ts'
import { median } from './statistics.ts'

/** Ratio of requests per second to the peer's: the median over the rounds. */
export const ratio = (ours: Series, peer: Series): number =>
  median(ours.runs.map(({ perSecond }, i) => perSecond / (peer.runs[i]?.perSecond ?? Number.NaN)))

/** Ratio of CPU time per request, of all processes of each: the median over the rounds. */
export const cpuRatio = (ours: Series, peer: Series): number =>
  median(ours.runs.map(({ cpu }, i) => total(cpu) / total(peer.runs[i]?.cpu ?? {})))

/** CPU time of all processes. */
export const total = (cpu: CpuTimes): number => Object.values(cpu).reduce((sum, time) => sum + time, 0)

/** Median over the rounds of the p99 latency, in ms. */
export const medianP99 = ({ runs }: Series): number => median(runs.map(({ p99Ms }) => p99Ms))

/** The runs in which requests failed, in words. */
export const failures = (series: readonly Series[]): string[] =>
  series.flatMap(({ subject, runs }) =>
    runs
      .filter((run) => run.failures > 0)
      .map(
        (run) => `${subject}, round ${run.round}: ${run.failures} requests failed, ${run.successes} did not`,
      ),
  )
