import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { CloudEvent } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { atLeast, below, type Figure, times } from '../../bench.ts'
import type { Bench } from '../../bench-context.ts'
import { nodeArguments, runCommand } from '../../local.ts'
import { ratio } from '../../measure/compare.ts'
import { cpuTimes, perRequest } from '../../measure/cpu.ts'
import type { Run, Series } from '../../measure/interleave.ts'
import { median } from '../../measure/statistics.ts'
import { startPeer } from '../../peers/start-peers.ts'
import { until } from '../../until.ts'
import { type DeliveryService, guestEvents } from './delivery-service.ts'

/** Deliveries per second of a measurement. */
const PER_SECOND = 1_500
/** Posts in flight to one endpoint: as many as Usher's limit. */
const IN_FLIGHT = 10
const PUBLISHED_AT_ONCE = 250
const WARM_UP = 300
/** Results are written and messages acknowledged within this time after the last post; in ms. */
const SETTLE_MS = 300
const LAST_ARRIVAL_MS = 120_000

interface Contender {
  readonly name: string
  run(round: number): Promise<Run>
}

/** At full speed to one endpoint, and fanned out to ten, alternating with a bare loop that posts the same bodies. */
export async function measureThroughput(
  bench: Bench,
  service: DeliveryService,
  cleanup: AsyncDisposableStack,
): Promise<{ series: Series[]; figures: Figure[] }> {
  const sink = (await startPeer(bench, { name: 'webhook-sink' }, cleanup)).url
  const contenders: Contender[] = []
  for (const endpoints of [1, 10]) {
    contenders.push(bareLoop(bench, sink, endpoints), await usher(bench, service, sink, endpoints))
  }
  const series = contenders.map(({ name }) => ({ subject: name, runs: [] as Run[] }))
  for (let round = 1; round <= bench.rounds; round += 1) {
    const order = round % 2 === 0 ? contenders.toReversed() : contenders
    for (const contender of order) {
      const run = await contender.run(round)
      series.find(({ subject }) => subject === contender.name)?.runs.push(run)
      bench.log(`  round ${round}: ${contender.name}: ${Math.round(run.perSecond)} deliveries/s`)
    }
  }
  const [floorOne, one, floorTen, ten] = series as unknown as [Series, Series, Series, Series]
  return {
    series,
    figures: [
      times('one endpoint against the bare loop', ratio(one, floorOne)),
      atLeast('ten endpoints against the bare loop', ratio(ten, floorTen), 0.35),
      below('CPU of one delivery to one endpoint, all processes', cpuMs(one), 0.5),
      below('CPU of one delivery fanned out to ten, all processes', cpuMs(ten), 0.5),
    ],
  }
}

const cpuMs = ({ runs }: Series): number =>
  median(runs.map(({ cpu }) => Object.values(cpu).reduce((sum, time) => sum + time, 0))) / 1000

async function usher(
  bench: Bench,
  service: DeliveryService,
  sink: string,
  endpoints: number,
): Promise<Contender> {
  const organizationId = newId('organization')
  for (let i = 0; i < endpoints; i += 1) await service.register(organizationId, `${sink}/hook/${i}`)
  const deliver = async (events: readonly CloudEvent[]) => {
    const wanted = (await countOf(sink)) + events.length * endpoints
    const startedAt = performance.now()
    for (let at = 0; at < events.length; at += PUBLISHED_AT_ONCE) {
      await service.publish(events.slice(at, at + PUBLISHED_AT_ONCE))
    }
    const wait = { what: 'all webhooks have arrived', timeoutMs: LAST_ARRIVAL_MS, signal: bench.signal }
    await until(async () => (await countOf(sink)) >= wanted, wait)
    return (performance.now() - startedAt) / 1000
  }
  return {
    name: `Usher, ${endpointsText(endpoints)}`,
    async run(round) {
      await deliver(guestEvents(organizationId, WARM_UP / endpoints))
      const deliveries = PER_SECOND * bench.seconds
      const events = guestEvents(organizationId, deliveries / endpoints)
      const before = cpuTimes(service.pids())
      const seconds = await deliver(events)
      await delay(SETTLE_MS)
      const cpu = perRequest(before, cpuTimes(service.pids()), deliveries)
      return runOf(round, deliveries, seconds, cpu)
    },
  }
}

function bareLoop(bench: Bench, sink: string, endpoints: number): Contender {
  const bodies = join(bench.home, 'bodies')
  return {
    name: `bare undici loop, ${endpointsText(endpoints)}`,
    async run(round) {
      const events = guestEvents(newId('organization'), 1_000)
      await writeFile(bodies, events.map((event) => JSON.stringify(envelopeOf(event))).join('\n'))
      const posts = PER_SECOND * bench.seconds
      const args = [`${sink}/hook`, bodies, String(IN_FLIGHT * endpoints), String(posts)]
      const command = [...nodeArguments('tests/bench/src/peers/undici-loop.ts'), ...args]
      const { code, stdout, output } = await runCommand(process.execPath, command, { env: process.env })
      if (code !== 0) throw new Error(`the bare loop failed: ${output}`)
      const { seconds, cpuUs } = JSON.parse(stdout)
      return runOf(round, posts, seconds, { loop: cpuUs / posts })
    },
  }
}

const envelopeOf = ({ type, time, data, organizationid }: CloudEvent) => ({
  event: type,
  timestamp: time,
  data,
  meta: { account_id: organizationid, webhook_id: newId('webhookEndpoint') },
})

const endpointsText = (count: number) => (count === 1 ? 'one endpoint' : `${count} endpoints`)

const countOf = async (sink: string): Promise<number> => Number(await (await fetch(`${sink}/count`)).text())

const runOf = (round: number, successes: number, seconds: number, cpu: Run['cpu']): Run => ({
  round,
  successes,
  failures: 0,
  perSecond: successes / seconds,
  p50Ms: Number.NaN,
  p99Ms: Number.NaN,
  cpu,
})
