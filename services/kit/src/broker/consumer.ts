import { setTimeout as delay } from 'node:timers/promises'
import { type CloudEvent, cloudEventSchema, DEAD_EXCHANGE, EVENTS_EXCHANGE } from '@usher/contracts'
import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib'
import { createAcknowledger } from './acknowledger.ts'
import { applyWithRetries, park } from './apply.ts'
import type { Broker } from './broker.ts'
import type { ConsumerOptions } from './consumer-options.ts'
import { beginHandling, type Handling } from './handling.ts'

/** How often a message may kill its consumer before the broker dead-letters it. */
const DELIVERY_LIMIT = 5
/** Messages in flight, unless a consumer says otherwise. */
const PREFETCH = 256

export interface Consumer extends AsyncDisposable {
  /** Applies what has arrived, without waiting for more. */
  flush(): void
}

/** Consumes events from a quorum queue with manual acknowledgement, bounded retries and dead-lettering. */
export async function startConsumer(broker: Broker, options: ConsumerOptions): Promise<Consumer> {
  if (broker.take) return takenBy(broker.take, options)
  const stopping = new AbortController()
  let current: { flush(): void; close(): Promise<void> } | undefined
  broker.watch(options.queue)
  await broker.onConnect(async (model) => {
    current = await openConsumer(model, broker, options, stopping.signal)
  })
  return {
    flush: () => current?.flush(),
    async [Symbol.asyncDispose]() {
      stopping.abort()
      if (broker.isConnected()) await current?.close()
    },
  }
}

function takenBy(take: NonNullable<Broker['take']>, options: ConsumerOptions): Consumer {
  take(options)
  return { flush: () => {}, [Symbol.asyncDispose]: async () => {} }
}

async function openConsumer(
  model: ChannelModel,
  { metrics }: Broker,
  options: ConsumerOptions,
  stopping: AbortSignal,
) {
  const channel = await model.createChannel()
  const waiting: Handling[] = []
  let working: Promise<unknown> = Promise.resolve()
  const lost = new AbortController()
  channel.on('close', () => lost.abort())
  const acks = createAcknowledger(channel)
  const context = { acks, stopping, lost: lost.signal }
  const { prefetch = PREFETCH, gatherMs = 0 } = options
  let full = new AbortController()
  const gather = async () => {
    full = new AbortController()
    if (gatherMs === 0 || waiting.length >= prefetch) return
    await delay(gatherMs, undefined, { signal: AbortSignal.any([stopping, full.signal]) }).catch(() => {})
  }
  const drain = () => applyWithRetries(context, waiting.splice(0), options)
  const begin = () => {
    working = working.then(gather).then(drain)
  }
  const onMessage = (message: ConsumeMessage | null) => {
    if (!message) return reconnect(model, options, 'the broker cancelled the consumer')
    const event = eventIn(message.content)
    if (!event) return park(acks, message, options, 'not a valid event')
    acks.took(message)
    waiting.push(beginHandling(options.queue, message, event, metrics))
    if (waiting.length === 1) begin()
    if (waiting.length >= prefetch) full.abort()
  }
  channel.on('error', (err) => reconnect(model, options, err.message))
  await assertQueues(channel, options)
  const { consumerTag } = await channel.consume(options.queue, onMessage)
  return {
    flush: () => full.abort(),
    async close() {
      await channel.cancel(consumerTag)
      await working
      acks.flush()
      await channel.close()
    },
  }
}

/** Closes the connection; it reconnects and sets everything up again. */
function reconnect(model: ChannelModel, { log, queue }: ConsumerOptions, reason: string): void {
  log.error({ queue, reason }, 'the consumer failed; reconnecting')
  model.close().catch(() => {})
}

async function assertQueues(
  channel: Channel,
  { queue, events, prefetch = PREFETCH }: ConsumerOptions,
): Promise<void> {
  const quorum = { 'x-queue-type': 'quorum' }
  await channel.prefetch(prefetch)
  await channel.assertQueue(`${queue}.dead`, { durable: true, arguments: quorum })
  await channel.bindQueue(`${queue}.dead`, DEAD_EXCHANGE, queue)
  await channel.assertQueue(queue, {
    durable: true,
    arguments: {
      ...quorum,
      'x-delivery-limit': DELIVERY_LIMIT,
      'x-dead-letter-exchange': DEAD_EXCHANGE,
      'x-dead-letter-routing-key': queue,
      'x-dead-letter-strategy': 'at-least-once',
      'x-overflow': 'reject-publish',
    },
  })
  for (const { type } of events) await channel.bindQueue(queue, EVENTS_EXCHANGE, type)
}

/** The event in a message; undefined if it is none. */
export function eventIn(content: Buffer): CloudEvent | undefined {
  try {
    return cloudEventSchema.parse(JSON.parse(content.toString('utf8'))) as CloudEvent
  } catch {
    return undefined
  }
}
