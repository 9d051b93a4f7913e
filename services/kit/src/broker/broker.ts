import { DEAD_EXCHANGE, EVENTS_EXCHANGE } from '@usher/contracts'
import amqplib, { type Channel, type ChannelModel, type RecoveringChannelModel } from 'amqplib'
import type { Registry } from 'prom-client'
import type { Logger } from '../observability/logger.ts'
import { type BrokerMetrics, createBrokerMetrics, type QueueDepth } from './broker-metrics.ts'
import type { ConsumerOptions } from './consumer-options.ts'

/** How long a starting process waits for the broker before it goes on without, in ms. */
const FIRST_CONNECT_MS = 10_000

const HEARTBEAT_SECONDS = 10

type Setup = (model: ChannelModel) => Promise<void>

/** A connection to RabbitMQ that reconnects by itself; users register what to set up each time. */
export interface Broker extends AsyncDisposable {
  isConnected(): boolean
  /**
   * Runs `setup` now and after each reconnection. If the connection is lost meanwhile, it runs again on the next one.
   */
  onConnect(setup: Setup): Promise<void>
  /** Adds the depth of one of our queues to the metrics. */
  watch(queue: string): void
  readonly metrics: BrokerMetrics | undefined
  /** Set where events come by another way than RabbitMQ: takes what handles them. */
  readonly take?: (options: ConsumerOptions) => void
}

/**
 * Connects to RabbitMQ, retrying in the background for ever: a process must work without its broker.
 *
 * @param registry for metrics of consumers and queue depths
 */
export async function connectBroker(url: string, log: Logger, registry?: Registry): Promise<Broker> {
  const setups: Setup[] = []
  let current: ChannelModel | undefined
  const setup = async (model: ChannelModel) => {
    // Nothing else listens until setup is done, and an unhandled 'error' event would end the process.
    model.on('error', (err) => log.warn({ err }, 'error on the broker connection'))
    await ensureExchange(model, EVENTS_EXCHANGE, 'topic')
    await ensureExchange(model, DEAD_EXCHANGE, 'direct')
    for (const one of setups) await one(model)
    current = model
  }
  const connection = await amqplib.connect(withHeartbeat(url), {
    recovery: { initialDelay: 100, maxDelay: 2_000, waitForConnect: false, setup },
  })
  logStates(connection, log, () => {
    current = undefined
  })
  await firstConnection(connection, log)
  const isConnected = () => current !== undefined
  const reader = createDepthReader(() => current)
  return {
    isConnected,
    watch: reader.watch,
    metrics: registry && createBrokerMetrics(registry, { isConnected, depths: reader.depths }),
    async onConnect(one) {
      setups.push(one)
      const model = current
      if (!model) return
      try {
        await one(model)
      } catch (err) {
        if (current === model) throw err
        log.warn({ err }, 'lost the broker while setting up; doing it on the next connection')
      }
    },
    [Symbol.asyncDispose]: () => connection.close(),
  }
}

/**
 * Checks first: where processes have broker users of their own, the exchanges exist and only an administrator may
 * declare them.
 */
async function ensureExchange(model: ChannelModel, name: string, type: string): Promise<void> {
  const looking = await model.createChannel()
  // The failed call reports it too, and the channel is closed with it.
  looking.on('error', () => {})
  const isThere = await looking.checkExchange(name).then(
    () => true,
    () => false,
  )
  if (isThere) return await looking.close()
  const channel = await model.createChannel()
  await channel.assertExchange(name, type, { durable: true })
  await channel.close()
}

function logStates(connection: RecoveringChannelModel, log: Logger, onLost: () => void): void {
  connection.on('connect', () => log.info('connected to the broker'))
  connection.on('disconnect', (err) => {
    onLost()
    log.warn({ err }, 'lost the broker; reconnecting')
  })
  connection.on('connect-failed', (err) => log.warn({ err }, 'the broker cannot be reached; trying again'))
  connection.on('error', (err) => log.debug({ err }, 'the broker connection failed'))
}

/** Detects within seconds that the broker vanished; the URL may set another interval. */
function withHeartbeat(url: string): string {
  const address = new URL(url)
  if (!address.searchParams.has('heartbeat')) address.searchParams.set('heartbeat', String(HEARTBEAT_SECONDS))
  return address.href
}

async function firstConnection(connection: RecoveringChannelModel, log: Logger): Promise<void> {
  const { promise: timeout, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, FIRST_CONNECT_MS)
  await Promise.race([connection.waitForConnect(), timeout])
  clearTimeout(timer)
  log.debug('first broker connection attempted')
}

/** Reads queue depths from the broker, over one channel kept for that. */
function createDepthReader(connection: () => ChannelModel | undefined) {
  const queues = new Set<string>()
  let opened: { model: ChannelModel; channel: Channel } | undefined
  const channel = async (): Promise<Channel | undefined> => {
    const model = connection()
    if (!model) return undefined
    if (opened?.model === model) return opened.channel
    const fresh = await model.createChannel()
    const forget = () => {
      opened = undefined
    }
    fresh.on('close', forget).on('error', forget)
    opened = { model, channel: fresh }
    return fresh
  }
  const depthOf = async (open: Channel, queue: string): Promise<[string, QueueDepth]> => {
    const [own, dead] = await Promise.all([open.checkQueue(queue), open.checkQueue(`${queue}.dead`)])
    return [queue, { messages: own.messageCount, consumers: own.consumerCount, dead: dead.messageCount }]
  }
  return {
    watch: (queue: string) => void queues.add(queue),
    async depths(): Promise<ReadonlyMap<string, QueueDepth>> {
      const open = await channel()
      if (!open) return new Map()
      return new Map(await Promise.all([...queues].map((queue) => depthOf(open, queue))))
    },
  }
}
