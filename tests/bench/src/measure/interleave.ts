import type { Bench } from '../bench-context.ts'
import type { LoadPlan, LoadResult } from '../load/load.ts'
import { type CpuTimes, cpuTimes, type Pids, perRequest } from './cpu.ts'

const WARM_UP_SECONDS = 1

/** One of the things being compared. */
export interface Subject {
  readonly name: string
  /** The processes that work for it. */
  pids(): Pids
  /** Returns what to send in a round. */
  plan(): LoadPlan | Promise<LoadPlan>
  /** Waits for and checks the work that a run left behind, so that it does not affect the next. */
  afterwards?(): Promise<void>
}

/** One measurement of one subject. */
export interface Run extends LoadResult {
  readonly round: number
  /** CPU µs per successful request, by process. */
  readonly cpu: CpuTimes
}

export interface Series {
  readonly subject: string
  /** One for each round, in order. */
  readonly runs: readonly Run[]
}

/**
 * Measures subjects in turn, round after round, each run after a short warm-up, so that other load on the machine
 * affects all of them; every second round runs in reverse order, so that no subject always follows the same one.
 */
export async function interleave<Key extends string>(
  bench: Bench,
  subjects: Readonly<Record<Key, Subject>>,
): Promise<Record<Key, Series>> {
  const entries = Object.entries<Subject>(subjects) as [Key, Subject][]
  const runs = new Map(entries.map(([key]) => [key, [] as Run[]]))
  for (let round = 1; round <= bench.rounds; round += 1) {
    for (const [key, subject] of round % 2 === 0 ? entries.toReversed() : entries) {
      const run = await measure(bench, subject, round)
      runs.get(key)?.push(run)
      bench.log(`  round ${round}: ${subject.name}: ${Math.round(run.perSecond)} requests/s`)
    }
  }
  const series = entries.map(([key, { name }]) => [key, { subject: name, runs: runs.get(key) ?? [] }])
  return Object.fromEntries(series) as Record<Key, Series>
}

async function measure(bench: Bench, subject: Subject, round: number): Promise<Run> {
  const plan = await subject.plan()
  await bench.generator.run(plan, WARM_UP_SECONDS)
  const before = cpuTimes(subject.pids())
  const load = await bench.generator.run(plan, bench.seconds)
  const cpu = perRequest(before, cpuTimes(subject.pids()), load.successes)
  await subject.afterwards?.()
  return { round, ...load, cpu }
}
