import { createPrivateKey } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { ALL_SCOPES, type CloudEvent, guestAdded } from '@usher/contracts'
import {
  CALLER_HEADER,
  connectBroker,
  createLogger,
  createPublisher,
  newEvent,
  newId,
  signCaller,
} from '@usher/service-kit'
import mongoose from 'mongoose'
import { atLeast, type Bench, type Benchmark, below, times } from '../bench.ts'
import { rememberedSecrets, withDatabase } from '../local.ts'
import { cpuDuring, total } from '../measure/cpu.ts'
import { createSender, sendAtFixedTimes } from '../measure/load.ts'
import { interleave, perSuccess, type Run, ratio, runUnderLoad, seriesTable } from '../measure/rounds.ts'
import { median, percentile } from '../measure/statistics.ts'
import { startReceiver } from '../receiver.ts'
import { until } from '../until.ts'
import { startPeer, startProcess } from '../usher.ts'

const DELIVERIES = 1_500
/** Posts in flight to one endpoint: as many as Usher's limit. */
const IN_FLIGHT = 10
const PUBLISHED_AT_ONCE = 250
const WARM_UP = 300
/** Results are written and messages acknowledged within this time after the last post. */
const SETTLE_MS = 300
const MAX_MS = 120_000
const PER_SECOND = 50
const WARM_UP_SECONDS = 2
const MAX_SLOWDOWN = 1.2

/** What a webhook costs, how soon it arrives, and whether a hanging receiver delays others. */
export const webhooks: Benchmark = {
  name: 'webhooks',
  title: 'webhook delivery alone, given events by the broker: throughput, latency, isolation',
  async run(bench, cleanup) {
    const service = await startDeliveryService(bench, cleanup)
    const throughput = await measureThroughput(bench, service, cleanup)
    const open = await service.countOpen()
    bench.log('  latency at fixed times')
    const latency = await measureLatency(bench, service, cleanup)
    return {
      tables: throughput.tables,
      figures: [...throughput.figures, ...latency.figures],
      checks: [
        {
          what: 'every delivery is in the log as delivered',
          failures: open > 0 ? [`${open} deliveries are not`] : [],
        },
        {
          what: 'every event arrived at the healthy endpoints',
          failures: latency.missing > 0 ? [`${latency.missing} did not`] : [],
        },
      ],
    }
  },
}

/** One replica of webhook delivery alone, with events published the way another service's relay would. */
type DeliveryService = Awaited<ReturnType<typeof startDeliveryService>>

async function startDeliveryService(bench: Bench, cleanup: AsyncDisposableStack) {
  const { signal } = bench
  const { mongo, rabbit } = await bench.servers()
  const { caller, secretKeys } = await rememberedSecrets(bench.home, ['webhook-delivery'])
  const env = {
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'info',
    MONGODB_URL: withDatabase(mongo.url, 'usher_webhook_delivery'),
    RABBITMQ_URL: rabbit.url,
    PUBLIC_URL: 'http://usher.test',
    CALLER_PUBLIC_KEY: Buffer.from(caller.publicKey).toString('base64'),
    SECRET_KEYS: secretKeys['webhook-delivery'] ?? '',
    WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.0/8',
  }
  const file = 'services/webhook-delivery/src/main.ts'
  const url = await startProcess(bench, { name: 'webhook-delivery', file, env }, cleanup)
  const broker = cleanup.use(await connectBroker(rabbit.url, createLogger('bench', 'silent')))
  const publisher = await createPublisher(broker)
  const database = await mongoose.createConnection(env.MONGODB_URL).asPromise()
  cleanup.defer(() => database.close())
  const key = createPrivateKey(caller.privateKey)
  return {
    /** Registers endpoints for a new organisation, and returns its id. */
    async register(endpoints: readonly string[]): Promise<string> {
      const organizationId = newId('organization')
      const caller = signCaller(callerOf(organizationId), key)
      const headers = { [CALLER_HEADER]: caller, 'content-type': 'application/json' }
      for (const endpoint of endpoints) {
        const body = JSON.stringify({ url: endpoint })
        const response = await fetch(`${url}/v1/webhook-endpoints`, { method: 'POST', headers, body })
        if (response.status !== 201) throw new Error(`the endpoint was refused: ${await response.text()}`)
      }
      return organizationId
    },
    publish: (events: readonly CloudEvent[]) => publisher.publish(events),
    /** How many deliveries the log does not have as delivered, which is written a moment after they arrive. */
    async countOpen(): Promise<number> {
      const count = () => database.collection('deliveries').countDocuments({ status: { $ne: 'delivered' } })
      const wait = { what: 'every delivery is in the log', timeoutMs: 30_000, signal }
      await until(async () => (await count()) === 0, wait).catch(() => signal.throwIfAborted())
      return await count()
    },
  }
}

const callerOf = (organization_id: string) => ({
  organization_id,
  actor: newId('apiKey'),
  scopes: ALL_SCOPES,
  plan: 'development' as const,
  early_access: true,
  country: 'US' as const,
  timezone: 'UTC',
})

/** Events for added guests, each named by its number. Webhook bodies are about 420 bytes. */
function guestEvents(organizationId: string, count: number): CloudEvent[] {
  const origin = { organizationId, actor: newId('apiKey'), requestId: newId('request') }
  const guest = { phone: '+12125550100', party_size: 4, position: 7, estimated_wait: 35 }
  return Array.from({ length: count }, (_, index) => {
    const id = newId('guest')
    const data = { id, queue_id: newId('queue'), name: String(index), ...guest }
    return newEvent(guestAdded, { subject: id, sequence: 1, time: new Date(), origin, data })
  })
}

/** At full speed to one endpoint, and fanned out to ten, in turn with a bare loop that posts the same bodies. */
async function measureThroughput(bench: Bench, service: DeliveryService, cleanup: AsyncDisposableStack) {
  const sink = await startPeer(bench, 'webhook-sink', cleanup)
  const bareLoop = (endpoints: number) => {
    const [event] = guestEvents(newId('organization'), 1)
    const body = JSON.stringify({ event: event?.type, timestamp: event?.time, data: event?.data })
    const headers = { 'content-type': 'application/json' }
    const send = createSender(sink, [{ method: 'POST', path: '/hook', headers, body }], cleanup)
    return () => runUnderLoad(bench, [], send, IN_FLIGHT * endpoints)
  }
  const series = await interleave(bench, {
    'bare loop, one endpoint': bareLoop(1),
    'Usher, one endpoint': await delivering(bench, service, sink, 1),
    'bare loop, 10 endpoints': bareLoop(10),
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
  const urls = Array.from({ length: endpoints }, (_, i) => `${sink}/hook/${i}`)
  const organizationId = await service.register(urls)
  const countReceived = async () => Number(await (await fetch(`${sink}/count`)).text())
  /** Returns the seconds until all have arrived. */
  const deliver = async (deliveries: number) => {
    const events = guestEvents(organizationId, deliveries / endpoints)
    const wanted = (await countReceived()) + deliveries
    const startedAt = performance.now()
    for (let at = 0; at < events.length; at += PUBLISHED_AT_ONCE)
      await service.publish(events.slice(at, at + PUBLISHED_AT_ONCE))
    const wait = { what: 'all webhooks have arrived', timeoutMs: MAX_MS, signal: bench.signal }
    await until(async () => (await countReceived()) >= wanted, wait)
    return (performance.now() - startedAt) / 1000
  }
  return async (): Promise<Run> => {
    await deliver(WARM_UP)
    const successes = DELIVERIES * bench.seconds
    const { result, cpu } = await cpuDuring(['webhook-delivery', 'mongod', 'rabbitmq'], async () => {
      const seconds = await deliver(successes)
      await delay(SETTLE_MS)
      return seconds
    })
    const notMeasured = { failures: 0, p50Ms: Number.NaN, p99Ms: Number.NaN }
    return { successes, perSecond: successes / result, cpu: perSuccess(cpu, successes), ...notMeasured }
  }
}

/**
 * From publishing to the last byte of the webhook, at fixed times: to one endpoint, and to nine, in alternating rounds
 * beside a tenth that is healthy and one that never responds.
 */
async function measureLatency(bench: Bench, service: DeliveryService, cleanup: AsyncDisposableStack) {
  const { signal } = bench
  const hung = cleanup.use(await startReceiver())
  let missing = 0
  /** Returns a round: its latencies in ms at the healthy endpoints. */
  const publishing = async (healthy: number, ...others: readonly string[]) => {
    let latencies: number[] = []
    let due: number[] = []
    const receiver = cleanup.use(
      await startReceiver((body, atMs) => {
        latencies.push(atMs - (due[Number(JSON.parse(body.toString()).data.name)] ?? Number.NaN))
      }),
    )
    const urls = Array.from({ length: healthy }, (_, i) => `${receiver.url}/${i}`)
    const organizationId = await service.register([...urls, ...others])
    const publish = async (seconds: number) => {
      const count = seconds * PER_SECOND
      const events = guestEvents(organizationId, count)
      due = []
      latencies = []
      await sendAtFixedTimes({ perSecond: PER_SECOND, count, signal }, (dueMs, index) => {
        due.push(dueMs)
        return service.publish(events.slice(index, index + 1))
      })
      const wanted = count * healthy
      const wait = { what: 'all have arrived', timeoutMs: 10_000, signal }
      await until(async () => latencies.length >= wanted, wait).catch(() => signal.throwIfAborted())
      missing += wanted - latencies.length
      return latencies
    }
    await publish(WARM_UP_SECONDS)
    return () => publish(bench.seconds)
  }
  const { alone, well, ill } = await interleave(bench, {
    alone: await publishing(1),
    well: await publishing(10),
    ill: await publishing(9, hung.url),
  })
  const p99 = percentile(well.flat(), 99)
  const p99Ill = percentile(ill.flat(), 99)
  return {
    missing,
    figures: [
      below(`p50 at ${PER_SECOND} events/s, one endpoint`, percentile(alone.flat(), 50), 10),
      below(`p99 at ${PER_SECOND} events/s, one endpoint`, percentile(alone.flat(), 99), 40),
      below('p99 of nine endpoints while a tenth hangs', p99Ill, Math.round(MAX_SLOWDOWN * p99 * 10) / 10),
      times('the same : p99 of ten healthy endpoints', p99Ill / p99),
    ],
  }
}
