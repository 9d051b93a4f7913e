import { setTimeout as delay } from 'node:timers/promises'
import { MINUTE_MS } from '@usher/service-kit/durations'
import { until } from '@usher/test-kit'
import { type Load, startLoad } from '../load.ts'
import { type Replicated, startReplicated } from '../replicas/replicated.ts'
import { noneDoubled, noneFailed } from '../replicas/undisturbed.ts'
import { findingTable, outcomes } from '../report.ts'
import { countCollections, grownTable } from './collections.ts'
import { bounded, growthTable, MIN_MINUTES } from './growth.ts'
import { folded, type Reading, readAll } from './samples.ts'

const READ_EVERY_MS = 5_000

/** Pause between a client's requests, in ms: a steady rate that two cores handle with ease. */
const PAUSE_MS = 200

export interface SoakOptions {
  readonly minutes: number
  readonly signal: AbortSignal
  readonly log: (line: string) => void
}

/**
 * Runs the mixed load at a steady rate, and measures each process minute by minute.
 *
 * @returns whether nothing grew, and nothing was lost or done twice
 */
export async function runSoak({ minutes, signal, log }: SoakOptions): Promise<boolean> {
  await using cleanup = new AsyncDisposableStack()
  const usher = cleanup.use(await startReplicated({ replicas: 1, gateways: 1, log }))
  const load = cleanup.use(
    await startLoad({ ...usher.plan, demo: usher.demo }, { pauseMs: PAUSE_MS, waitingOf: 50 }),
  )
  const before = await countCollections(usher.mongoUrl)
  const samples: ReadonlyMap<string, Reading>[] = []
  for (let minute = 1; minute <= minutes; minute += 1) {
    samples.push(await sampleMinute(usher, signal))
    log(progress(minute, load, samples.at(-1)))
  }
  const findings = [...(await load.finish()), noneFailed(load), noneDoubled(load), ...bounded(samples)]
  log(growthTable(samples))
  if (samples.length < MIN_MINUTES) log(`growth is judged from ${MIN_MINUTES} minutes on`)
  log('collections that grew: documents before and after')
  log(grownTable(before, await countCollections(usher.mongoUrl)))
  log(outcomes(load.record))
  log(findingTable(findings))
  return findings.every(({ wrong }) => wrong.length === 0)
}

async function sampleMinute(usher: Replicated, signal: AbortSignal): Promise<ReadonlyMap<string, Reading>> {
  const end = Date.now() + MINUTE_MS
  const readings: ReadonlyMap<string, Reading>[] = []
  while (Date.now() < end) {
    // Reading fails once if a process was restarted.
    readings.push(await until('the metrics', () => readAll(usher)))
    await delay(READ_EVERY_MS, undefined, { signal })
  }
  return folded(readings)
}

/** Heap and resident memory of each process in MB, and the clients' requests so far. */
function progress(minute: number, { record }: Load, sample?: ReadonlyMap<string, Reading>): string {
  const processes = [...(sample ?? [])].map(([name, reading]) => {
    const [heap = 0, rss = 0] = [reading.get('heap'), reading.get('RSS')]
    return `${name} ${heap.toFixed(0)}/${rss.toFixed(0)}`
  })
  return `minute ${minute}: ${record.done.length} done, ${record.failures.length} failed; ${processes.join(', ')}`
}
