import { setTimeout as delay } from 'node:timers/promises'
import { until } from '@usher/test-kit'
import type { ClientLog } from './client-log.ts'
import { type Cluster, startCluster } from './cluster.ts'
import type { Fault } from './fault.ts'
import { FAULTS } from './fault-list.ts'
import { startLoad } from './load.ts'
import { refusedClearly } from './refusals.ts'
import { type FaultResult, faultTable, findingTable, outcomes } from './report.ts'

export interface FaultOptions {
  /** Minimum time under load; the list of faults is repeated as needed, and run at least once. */
  readonly minutes: number
  /** Faults whose names contain this text. */
  readonly only: string
  readonly signal: AbortSignal
  readonly log: (line: string) => void
}

/** Short, so that clients notice every fault. */
const ANSWER_MS = 10_000
const CALM_MS = 3_000
const ALL_QUIET_MS = 180_000

/**
 * Harms each process and server in turn under mixed load, then compares what clients were told with the stored state.
 *
 * @returns whether everything that was accepted is there exactly once
 */
export async function runFaults(options: FaultOptions): Promise<boolean> {
  const { log } = options
  await using cleanup = new AsyncDisposableStack()
  const cluster = cleanup.use(await startCluster(log))
  const { url, environments } = cluster.stack
  const load = cleanup.use(
    await startLoad({ url, environments, demo: cluster.demo }, { answerMs: ANSWER_MS }),
  )

  const struck = await strikeAll(cluster, load.record, options)
  const findings = [...(await load.finish()), refusedClearly(load.record)]
  log(faultTable(struck))
  log(outcomes(load.record))
  log(findingTable(findings))
  return findings.every(({ wrong }) => wrong.length === 0)
}

async function strikeAll(cluster: Cluster, record: ClientLog, options: FaultOptions): Promise<FaultResult[]> {
  const faults = FAULTS.filter(({ name }) => name.includes(options.only))
  const end = Date.now() + options.minutes * 60_000
  const struck: FaultResult[] = []
  await calm(record)
  do {
    for (const fault of faults) {
      options.signal.throwIfAborted()
      const whyNot = fault.whyNot?.(cluster)
      if (whyNot !== undefined) {
        options.log(`${fault.name}: not played, as ${whyNot}`)
        continue
      }
      struck.push(await strike(fault, cluster, record))
      options.log(faultTable(struck.slice(-1), struck.length === 1))
    }
  } while (Date.now() < end)
  return struck
}

async function strike(fault: Fault, cluster: Cluster, record: ClientLog): Promise<FaultResult> {
  const [from, failuresBefore, doneBefore] = [Date.now(), record.failures.length, record.done.length]
  await fault.strike(cluster)
  const over = Date.now()
  await calm(record)
  const failures = record.failures.slice(failuresBefore)
  const done = record.done.slice(doneBefore)
  return { name: fault.name, from, over, calmAt: Date.now() - CALM_MS, failures, done }
}

/** Waits until clients are served again: all kinds of requests succeeded lately, and none failed. */
async function calm(record: ClientLog): Promise<void> {
  await until(
    'clients to be answered again',
    async () => {
      const since = Date.now()
      await delay(CALM_MS)
      if (record.failures.some(({ at }) => at > since)) return false
      const kinds = new Set(record.done.filter(({ startedAt }) => startedAt > since).map(({ kind }) => kind))
      return kinds.size === 3
    },
    ALL_QUIET_MS,
  )
}
