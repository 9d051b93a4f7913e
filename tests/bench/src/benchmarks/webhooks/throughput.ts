import { setTimeout as delay } from 'node:timers/promises'
import { newId } from '@usher/service-kit'
import { atLeast, type Bench, below, times } from '../../bench.ts'
import { nodeArguments, runCommand } from '../../local.ts'
import { type CpuTimes, cpuDuring, total } from '../../measure/cpu.ts'
import { interleave, perSuccess, type Run, ratio, seriesTable } from '../../measure/rounds.ts'
import { median } from '../../measure/statistics.ts'
import { until } from '../../until.ts'
import { startPeer } from '../../usher.ts'
import { type DeliveryService, guestEvents } from './delivery-service.ts'

/** Deliveries per second of a measurement. */
const PER_SECOND = 1_500
/** Posts in flight to one endpoint: as many as Usher's limit. */
const IN_FLIGHT = 10
const PUBLISHED_AT_ONCE = 250
const WARM_UP = 300
/** Results are written and messages acknowledged within this time after the last post. */
const SETTLE_MS = 300
const LAST_ARRIVAL_MS = 120_000
const PROCESSES = ['webhook-delivery', 'mongod', 'rabbitmq']

/** At full speed to one endpoint, and fanned out to ten, alternating with a bare loop that posts the same bodies. */
export async function measureThroughput(
  bench: Bench,
  service: DeliveryService,
  cleanup: AsyncDisposableStack,
) {
  const sink = await startPeer(bench, 'webhook-sink', cleanup)
  const series = await interleave(bench, {
    'bare undici loop, one endpoint': () => bareLoop(bench, sink, 1),
    'Usher, one endpoint': await delivering(bench, service, sink, 1),
    'bare undici loop, 10 endpoints': () => bareLoop(bench, sink, 10),
    'Usher, 10 endpoints': await delivering(bench, service, sink, 10),
  })
  const [loopOne = [], one = [], loopTen = [], ten = []] = Object.values(series)
  const cpuMs = (runs: readonly Run[]) => median(runs.map(({ cpu }) => total(cpu))) / 1000
  return {
    tables: [seriesTable(series)],
    figures: [
      times('one endpoint against the bare loop', ratio(one, loopOne)),
      atLeast('ten endpoints against the bare loop', ratio(ten, loopTen), 0.35),
      below('CPU of one delivery to one endpoint, all processes', cpuMs(one), 0.5),
      below('CPU of one delivery fanned out to ten, all processes', cpuMs(ten), 0.5),
    ],
  }
}

async function delivering(bench: Bench, service: DeliveryService, sink: string, endpoints: number) {
  const organizationId = newId('organization')
  for (let i = 0; i < endpoints; i += 1) await service.register(organizationId, `${sink}/hook/${i}`)
  /** Returns the seconds until all have arrived. */
  const deliver = async (deliveries: number) => {
    const events = guestEvents(organizationId, deliveries / endpoints)
    const wanted = (await countOf(sink)) + deliveries
    const startedAt = performance.now()
    for (let at = 0; at < events.length; at += PUBLISHED_AT_ONCE)
      await service.publish(events.slice(at, at + PUBLISHED_AT_ONCE))
    const wait = { what: 'all webhooks have arrived', timeoutMs: LAST_ARRIVAL_MS, signal: bench.signal }
    await until(async () => (await countOf(sink)) >= wanted, wait)
    return (performance.now() - startedAt) / 1000
  }
  return async () => {
    await deliver(WARM_UP)
    const deliveries = PER_SECOND * bench.seconds
    const { result, cpu } = await cpuDuring(PROCESSES, async () => {
      const seconds = await deliver(deliveries)
      await delay(SETTLE_MS)
      return seconds
    })
    return runOf(deliveries, result, perSuccess(cpu, deliveries))
  }
}

async function bareLoop({ seconds: length }: Bench, sink: string, endpoints: number): Promise<Run> {
  const account_id = newId('organization')
  const meta = { account_id, webhook_id: newId('webhookEndpoint') }
  const body = guestEvents(account_id, 1).map(({ type, time, data }) =>
    JSON.stringify({ event: type, timestamp: time, data, meta }),
  )
  const posts = PER_SECOND * length
  const args = [`${sink}/hook`, ...body, String(IN_FLIGHT * endpoints), String(posts)]
  const command = [...nodeArguments('tests/bench/src/peers/undici-loop.ts'), ...args]
  const { code, stdout, output } = await runCommand(process.execPath, command)
  if (code !== 0) throw new Error(`the bare loop failed: ${output}`)
  const { seconds, cpuUs } = JSON.parse(stdout)
  return runOf(posts, seconds, { loop: cpuUs / posts })
}

const countOf = async (sink: string): Promise<number> => Number(await (await fetch(`${sink}/count`)).text())

const runOf = (successes: number, seconds: number, cpu: CpuTimes): Run => ({
  successes,
  failures: 0,
  perSecond: successes / seconds,
  cpu,
  p50Ms: Number.NaN,
  p99Ms: Number.NaN,
})
