import { setTimeout as delay } from 'node:timers/promises'
import { runMain } from '@usher/local'
import { type Finding, noneDoubled, noneFailed, report } from './check.ts'
import { follow } from './follower.ts'
import { startLoad } from './load.ts'
import { readMetrics, sumOf } from './metrics.ts'
import { type Replicated, replaceAll, startReplicated } from './replicated.ts'

const REPLICAS = 3
const GATEWAYS = 2
const UNDER_LOAD_MS = 30_000

/** What counts as work of a process, from its metrics. Health checks have no operation. */
const REQUESTS = 'usher_http_request_duration_seconds_count'
const EVENTS = 'usher_consumer_duration_seconds_count'

/** Whether every process did some of its service's work, which is printed. */
async function sharesOf(usher: Replicated): Promise<Finding> {
  const idle: string[] = []
  for (const service of usher.services) {
    const work = await Promise.all(
      usher.replicas(service).map(async ({ metricsUrl }) => {
        const metrics = await readMetrics(metricsUrl)
        const requests = sumOf(metrics, REQUESTS) - sumOf(metrics, REQUESTS, 'operation="none"')
        return { requests, events: sumOf(metrics, EVENTS, 'outcome="handled"') }
      }),
    )
    const [requests, events] = [work.map((one) => one.requests), work.map((one) => one.events)]
    console.log(`${service}: requests ${requests.join(' + ')}, events handled ${events.join(' + ')}`)
    const isShared = (done: number[]) =>
      done.every((count) => count === 0) || done.every((count) => count > 0)
    if (!isShared(requests.map((count, index) => count + (events[index] ?? 0)))) idle.push(service)
  }
  return { claim: 'every process did some of the work', checked: usher.services.length, wrong: idle }
}

/** Replaces every process, one after the other and then those of all services at once. */
async function restartAll(usher: Replicated): Promise<Finding> {
  const ends = new Map<string, string>()
  const replace = async (service: string) => {
    for (const [name, how] of await replaceAll(usher, service)) ends.set(name, how)
    console.log(`${service} replaced`)
  }
  for (const service of usher.services) await replace(service)
  await Promise.all(usher.services.map(replace))
  const wrong = [...ends].filter(([, how]) => how !== 'exit code 0').map(([name, how]) => `${name}: ${how}`)
  return { claim: 'every stopped process has finished in time', checked: ends.size, wrong }
}

/**
 * `npm run test:replicas`: whether replicas share the work, and whether all can be replaced without a failed request.
 */
await runMain(async ({ signal }) => {
  await using cleanup = new AsyncDisposableStack()
  const usher = cleanup.use(
    await startReplicated({ replicas: REPLICAS, gateways: GATEWAYS, log: console.log }),
  )
  const load = cleanup.use(await startLoad({ ...usher.plan, demo: usher.demo }))
  const follower = follow(load.caller, load.venue.queueId)
  await delay(UNDER_LOAD_MS, undefined, { signal })
  const findings = [await sharesOf(usher), await restartAll(usher), await follower.stop()]
  findings.push(...(await load.finish()), noneFailed(load.record), noneDoubled(load.receivers))
  const hasHeld = report(findings, load.record)
  console.log(hasHeld ? 'No request failed; everything is there, once.' : 'Something failed.')
  return hasHeld ? 0 : 1
}, 130)
