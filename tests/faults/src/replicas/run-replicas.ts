import { setTimeout as delay } from 'node:timers/promises'
import type { Finding } from '../check.ts'
import { follow } from '../follower.ts'
import { startLoad } from '../load.ts'
import { findingTable, outcomes } from '../report.ts'
import { type DrainResult, drainDeliveries, drainOutbox } from './backlogs.ts'
import { type Replicated, startReplicated } from './replicated.ts'
import { endedWell, replaceAll } from './rolling-restart.ts'
import { sharesOf, shareTable } from './shares.ts'
import { noneDoubled, noneFailed } from './undisturbed.ts'

export interface ReplicasOptions {
  /** Numbers of replicas to try, one after another. */
  readonly replicas: readonly number[]
  /** How long to run the mixed load with each number. */
  readonly seconds: number
  readonly signal: AbortSignal
  readonly log: (line: string) => void
}

interface Throughput {
  readonly replicas: number
  readonly deliveries: DrainResult
  readonly relay: DrainResult
}

const GATEWAYS = 2

/**
 * Runs Usher with different numbers of replicas: reports how the work is shared and how fast backlogs drain; with the
 * last number, also a rolling restart of everything.
 *
 * @returns whether no request failed and nothing was lost or done twice
 */
export async function runReplicas({ replicas, seconds, signal, log }: ReplicasOptions): Promise<boolean> {
  const measured: Throughput[] = []
  const findings: Finding[] = []
  for (const [index, count] of replicas.entries()) {
    log(`\n${count} of each service, ${GATEWAYS} gateways`)
    await using usher = await startReplicated({ replicas: count, gateways: GATEWAYS, log })
    findings.push(...(await underLoad(usher, log, () => delay(seconds * 1000, [], { signal }))))
    signal.throwIfAborted()
    log(shareTable(await sharesOf(usher)))
    measured.push({
      replicas: count,
      deliveries: await drainDeliveries(usher),
      relay: await drainOutbox(usher),
    })
    log(throughputTable(measured))
    if (index < replicas.length - 1) continue
    log('\nrolling restart, one process after the other, then of all services at once')
    findings.push(...(await underLoad(usher, log, () => restartAll(usher, log))))
  }
  return findings.every(({ wrong }) => wrong.length === 0)
}

/** Runs something under mixed load, and checks the results. */
async function underLoad(
  usher: Replicated,
  log: (line: string) => void,
  work: () => Promise<Finding[]>,
): Promise<Finding[]> {
  await using load = await startLoad({ ...usher.plan, demo: usher.demo })
  const follower = follow(load.caller, load.venue.queueId)
  const own = await work()
  const findings = [
    await follower.stop(),
    ...(await load.finish()),
    noneFailed(load),
    noneDoubled(load),
    ...own,
  ]
  log(outcomes(load.record))
  log(findingTable(findings))
  return findings
}

async function restartAll(usher: Replicated, log: (line: string) => void): Promise<Finding[]> {
  const ends = new Map<string, string>()
  const replace = async (service: string) => {
    const startedAt = Date.now()
    for (const [name, how] of await replaceAll(usher, service)) ends.set(name, how)
    log(`${service} replaced in ${((Date.now() - startedAt) / 1000).toFixed(0)} s`)
  }
  for (const service of usher.services) await replace(service)
  await Promise.all(usher.services.map(replace))
  return [endedWell(ends)]
}

function throughputTable(measured: readonly Throughput[]): string {
  const [first] = measured
  const cell = ({ perSecond, doubled }: DrainResult, base?: DrainResult) =>
    `${perSecond.toFixed(0)}/s (${(perSecond / (base?.perSecond ?? perSecond)).toFixed(2)}×, ${doubled} twice)`
  return measured
    .map(
      ({ replicas, deliveries, relay }) =>
        `${replicas} replicas: deliveries ${cell(deliveries, first?.deliveries)}, outbox ${cell(relay, first?.relay)}`,
    )
    .join('\n')
}
