import type { Bench, Table } from '../bench.ts'
import { amountsText, type CpuTimes, cpuDuring, medianCpu, total } from './cpu.ts'
import { type LoadPlan, type LoadResult, sendLoad } from './load.ts'
import { median } from './statistics.ts'

const WARM_UP_SECONDS = 1

/** One measurement of one subject. */
export interface Run extends LoadResult {
  /** CPU µs per success, by process. */
  readonly cpu: CpuTimes
}

/** One of the things being compared. */
export interface Subject {
  readonly name: string
  run(): Promise<Run>
}

export interface Series {
  readonly subject: string
  /** One for each round, in order. */
  readonly runs: readonly Run[]
}

/**
 * Measures subjects in turn, round after round, so that other load on the machine affects all of them; every second
 * round runs in reverse order, so that no subject always follows the same one.
 */
export async function interleave<Key extends string>(
  { rounds, log }: Bench,
  subjects: Readonly<Record<Key, Subject>>,
): Promise<Record<Key, Series>> {
  const entries = Object.entries<Subject>(subjects) as [Key, Subject][]
  const runs = new Map(entries.map(([key]) => [key, [] as Run[]]))
  for (let round = 1; round <= rounds; round += 1) {
    for (const [key, subject] of round % 2 === 0 ? entries.toReversed() : entries) {
      const run = await subject.run()
      runs.get(key)?.push(run)
      log(`  round ${round}: ${subject.name}: ${Math.round(run.perSecond)}/s`)
    }
  }
  const series = entries.map(([key, { name }]) => [key, { subject: name, runs: runs.get(key) ?? [] }])
  return Object.fromEntries(series) as Record<Key, Series>
}

/** A run under load, after a short warm-up. */
export async function runUnderLoad(
  { seconds, signal }: Bench,
  processes: readonly string[],
  plan: LoadPlan,
): Promise<Run> {
  await sendLoad(plan, WARM_UP_SECONDS, signal)
  let result: LoadResult | undefined
  const used = await cpuDuring(processes, async () => {
    result = await sendLoad(plan, seconds, signal)
  })
  const load = result as LoadResult
  return { ...load, cpu: perSuccess(used, load.successes) }
}

/** CPU µs of each success. */
export const perSuccess = (used: CpuTimes, successes: number): CpuTimes =>
  Object.fromEntries(Object.entries(used).map(([name, time]) => [name, time / successes]))

/** Ratio of requests per second to the peer's: the median over the rounds. */
export const ratio = (ours: Series, peer: Series): number =>
  median(ours.runs.map(({ perSecond }, i) => perSecond / (peer.runs[i]?.perSecond ?? Number.NaN)))

/** Ratio of CPU time per request, of all processes of each: the median over the rounds. */
export const cpuRatio = (ours: Series, peer: Series): number =>
  median(ours.runs.map(({ cpu }, i) => total(cpu) / total(peer.runs[i]?.cpu ?? {})))

/** The runs in which requests failed, in words. */
export const failures = (series: readonly Series[]): string[] =>
  series.flatMap(({ subject, runs }) =>
    runs.flatMap((run, i) =>
      run.failures > 0
        ? [`${subject}, round ${i + 1}: ${run.failures} requests failed, ${run.successes} did not`]
        : [],
    ),
  )

/** Medians of the rounds. */
export const seriesTable = (series: readonly Series[]): Table => ({
  title: 'Medians of the rounds',
  rows: series.map(({ subject, runs }) => {
    const rates = runs.map(({ perSecond }) => Math.round(perSecond))
    return {
      subject,
      'requests/s': Math.round(median(rates)).toLocaleString('en'),
      'lowest–highest': `${Math.min(...rates).toLocaleString('en')}–${Math.max(...rates).toLocaleString('en')}`,
      'p50 ms': median(runs.map(({ p50Ms }) => p50Ms)),
      'p99 ms': median(runs.map(({ p99Ms }) => p99Ms)),
      'CPU µs/request': amountsText(medianCpu(runs.map(({ cpu }) => cpu))),
    }
  }),
})
