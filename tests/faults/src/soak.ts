import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { runMain } from '@usher/local'
import { MINUTE_MS } from '@usher/service-kit/durations'
import { until } from '@usher/test-kit'
import { noneDoubled, noneFailed, report } from './check.ts'
import { bounded, type Reading } from './growth.ts'
import { startLoad } from './load.ts'
import { readMetrics } from './metrics.ts'
import { type Replicated, startReplicated } from './replicated.ts'

const READ_EVERY_MS = 5_000
/** A steady rate that two cores handle with ease. */
const PACE = { pauseMs: 200, waitingOf: 50 }

/** The readings of one minute. */
async function readMinute(usher: Replicated, signal: AbortSignal): Promise<Reading[]> {
  const end = Date.now() + MINUTE_MS
  const readings: Reading[] = []
  const readAll = async () => {
    const all = usher
      .replicas()
      .map(async ({ name, metricsUrl }) => [name, await readMetrics(metricsUrl)] as const)
    return new Map(await Promise.all(all))
  }
  while (Date.now() < end) {
    // Reading fails once if a process was restarted.
    readings.push(await until('the metrics', readAll))
    await delay(READ_EVERY_MS, undefined, { signal })
  }
  return readings
}

/**
 * `npm run test:soak`: whether anything grows under a steady load.
 *
 * Usage: npm run test:soak [-- --minutes 30]
 */
await runMain(async ({ signal }) => {
  const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } })
  await using cleanup = new AsyncDisposableStack()
  const usher = cleanup.use(await startReplicated({ replicas: 1, gateways: 1, log: console.log }))
  const load = cleanup.use(await startLoad({ ...usher.plan, demo: usher.demo }, PACE))
  const minutes: Reading[][] = []
  for (let minute = 1; minute <= Number(values.minutes); minute += 1) {
    minutes.push(await readMinute(usher, signal))
    console.log(`minute ${minute}: ${load.record.done.length} done, ${load.record.failures.length} failed`)
  }
  const findings = [...(await load.finish()), noneFailed(load.record), noneDoubled(load.receivers)]
  const hasHeld = report([...findings, ...bounded(minutes)], load.record)
  console.log(hasHeld ? 'Nothing grew, and nothing was lost.' : 'Something grew, or was lost.')
  return hasHeld ? 0 : 1
}, 130)
