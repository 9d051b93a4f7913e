import { setTimeout as delay } from 'node:timers/promises'
import { type Benchmark, maxMegabytes, maxMsPerSecond, type Outcome } from '../../bench.ts'
import type { Bench } from '../../bench-context.ts'
import { total } from '../../measure/compare.ts'
import { treeCpu, treeMemory } from '../../measure/process-tree.ts'
import { median } from '../../measure/statistics.ts'
import { startUsher } from '../../usher.ts'

const MAX_MS_PER_SECOND = 25
const MAX_MEGABYTES = 1_000

/** After this long, the work caused by the start is done and every process is idle. */
const QUIET_AFTER_MS = 45_000
/** A shorter window would miss what happens twice a minute. */
const MIN_WINDOW_MS = 30_000

/** The stack of `npm start` without any clients. */
export const idle: Benchmark = {
  name: 'idle',
  title: 'processor time and memory of all processes with nothing to do',
  run,
}

async function run(bench: Bench): Promise<Outcome> {
  const { seconds, rounds, log, signal } = bench
  await using _usher = await startUsher(bench)
  log('  waiting until it is quiet')
  await delay(QUIET_AFTER_MS, undefined, { signal })
  const windowMs = Math.max((seconds * 1000 * rounds) / 2, MIN_WINDOW_MS)
  const windows: Readonly<Record<string, number>>[] = []
  for (let window = 0; window < 2; window += 1) windows.push(await msPerSecond(windowMs, signal))
  const memory = withoutBench(await treeMemory(process.pid))
  const cpu = Object.fromEntries(
    Object.keys(memory).map((name) => [name, median(windows.map((window) => window[name] ?? 0))]),
  )
  return {
    series: [],
    rows: Object.keys(memory).map((name) => ({
      process: name,
      'CPU ms/s': (cpu[name] ?? 0).toFixed(2),
      'proportional MB': (memory[name] ?? 0).toFixed(0),
    })),
    figures: [
      maxMsPerSecond('processor time, all processes', total(cpu), MAX_MS_PER_SECOND),
      maxMegabytes('proportional memory, all processes', total(memory), MAX_MEGABYTES),
    ],
    checks: [],
  }
}

/** CPU time of each process, in ms per second. */
async function msPerSecond(windowMs: number, signal: AbortSignal): Promise<Record<string, number>> {
  const before = await treeCpu(process.pid)
  await delay(windowMs, undefined, { signal })
  const after = withoutBench(await treeCpu(process.pid))
  return Object.fromEntries(
    Object.entries(after).map(([name, us]) => [name, (us - (before[name] ?? 0)) / windowMs]),
  )
}

const withoutBench = ({ bench: _, ...others }: Readonly<Record<string, number>>) => others
