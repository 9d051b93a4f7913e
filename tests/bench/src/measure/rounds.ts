import type { Bench, Table } from '../bench.ts'
import { amountsText, type CpuTimes, cpuDuring, medianCpu, total } from './cpu.ts'
import { closedLoop, type LoadResult, type Send } from './load.ts'
import { median } from './statistics.ts'

const WARM_UP_SECONDS = 1

/**
 * Runs subjects in turn, round after round, so that other load on the machine affects all of them; every second round
 * runs in reverse order, so that no subject always follows the same one.
 *
 * @returns the results of each, one for each round
 */
export async function interleave<Name extends string, Result>(
  { rounds, log, signal }: Pick<Bench, 'rounds' | 'log' | 'signal'>,
  subjects: Readonly<Record<Name, () => Promise<Result>>>,
): Promise<Record<Name, Result[]>> {
  const names = Object.keys(subjects) as Name[]
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Result[]>
  for (let round = 1; round <= rounds; round += 1) {
    for (const name of round % 2 === 0 ? names.toReversed() : names) {
      signal.throwIfAborted()
      log(`  round ${round}: ${name}`)
      results[name].push(await subjects[name]())
    }
  }
  return results
}

export type Run = LoadResult & { readonly cpu: CpuTimes }

/** A run under load, after a short warm-up. */
export async function runUnderLoad(
  { seconds, signal }: Bench,
  processes: readonly string[],
  send: Send,
  connections?: number,
): Promise<Run> {
  await closedLoop(send, WARM_UP_SECONDS, signal, connections)
  const { result, cpu } = await cpuDuring(processes, () => closedLoop(send, seconds, signal, connections))
  return { ...result, cpu: perSuccess(cpu, result.successes) }
}

export const perSuccess = (used: CpuTimes, successes: number): CpuTimes =>
  Object.fromEntries(Object.entries(used).map(([name, time]) => [name, time / successes]))

/** Ratio of requests per second to the peer's: the median over the rounds. */
export const ratio = (ours: readonly Run[], peer: readonly Run[]): number =>
  median(ours.map(({ perSecond }, i) => perSecond / (peer[i]?.perSecond ?? Number.NaN)))

/** Ratio of CPU time per request, of all processes of each: the median over the rounds. */
export const cpuRatio = (ours: readonly Run[], peer: readonly Run[]): number =>
  median(ours.map(({ cpu }, i) => total(cpu) / total(peer[i]?.cpu ?? {})))

export const failures = (series: Readonly<Record<string, readonly Run[]>>): string[] =>
  Object.entries(series).flatMap(([subject, runs]) =>
    runs
      .map(
        (run, i) => `${subject}, round ${i + 1}: ${run.failures} of ${run.failures + run.successes} failed`,
      )
      .filter((_, i) => runs[i]?.failures),
  )

export const seriesTable = (series: Readonly<Record<string, readonly Run[]>>): Table => ({
  title: 'Medians of the rounds',
  rows: Object.entries(series).map(([subject, runs]) => {
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
