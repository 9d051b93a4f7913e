import { setTimeout as delay } from 'node:timers/promises'
import { type CloudEvent, cloudEventSchema, type EventDefinition } from '@usher/contracts'
import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib'
import { PermanentError, ProblemError, UnavailableError } from '../errors.ts'
import type { Logger } from '../logger.ts'
import { isMongoUnavailable } from '../mongo/connection.ts'
import { type Acknowledger, createAcknowledger } from './acknowledger.ts'
import { type Broker, DEAD_EXCHANGE, EVENTS_EXCHANGE } from './broker.ts'

/** Times a message may kill its consumer before the broker parks it. */
const DELIVERY_LIMIT = 5
/** Tries of a failing message within one delivery. */
const TRIES = 5
const FIRST_BACKOFF_MS = 100
const MAX_BACKOFF_MS = 5_000
/** Messages that are taken at once, unless a consumer says otherwise. */
const PREFETCH = 256

/** How a batch came. */
export interface BatchFacts {
  /** Identifiers of the events that may have been handled before, wholly or in part. */
  readonly repeated: ReadonlySet<string>
  /** Aborted when the connection is lost: whatever of the batch is not acknowledged comes again. */
  readonly lost: AbortSignal
}

export interface ConsumerOptions {
  /** Name of the quorum queue, `service.purpose`; its dead letters go to `service.purpose.dead`. */
  readonly queue: string
  readonly events: readonly EventDefinition[]
  /**
   * Applies events, in order. All that have arrived come together, so that one transaction can serve many;
   * it must be safe to repeat (inbox) and apply all or none.
   *
   * @throws PermanentError for an event that no retry can help: it is parked; UnavailableError for one that is to be
   * tried again however long it takes
   */
  handle(events: readonly CloudEvent[], facts: BatchFacts): Promise<void>
  /** Whether batches are handled beside each other, as they come; otherwise one after the other. */
  readonly concurrent?: boolean
  /** Most events that come together: fewer where they are large. */
  readonly prefetch?: number
  /**
   * How long the first event waits for others, in ms, unless as many as may come together are there before:
   * for what nobody waits for, since a transaction for many costs little more than one for a few.
   */
  readonly gatherMs?: number
  readonly log: Logger
}

/** What handling needs of the channel that messages came by. */
interface Hands {
  readonly acks: Acknowledger
  readonly stopping: AbortSignal
  readonly lost: AbortSignal
}

interface Delivery {
  readonly message: ConsumeMessage
  readonly event: CloudEvent
}

export interface Consumer extends AsyncDisposable {
  /** Applies what has arrived, without waiting for others. */
  flush(): void
}

/** Consumes events from a quorum queue with manual acknowledgement, bounded retries and dead letters. */
export async function startConsumer(broker: Broker, options: ConsumerOptions): Promise<Consumer> {
  const stopping = new AbortController()
  let current: { flush(): void; close(): Promise<void> } | undefined
  await broker.onConnect(async (model) => {
    current = await openConsumer(model, options, stopping.signal)
  })
  return {
    flush: () => current?.flush(),
    async [Symbol.asyncDispose]() {
      stopping.abort()
      if (broker.isConnected()) await current?.close()
    },
  }
}

async function openConsumer(model: ChannelModel, options: ConsumerOptions, stopping: AbortSignal) {
  const channel = await model.createChannel()
  const waiting: Delivery[] = []
  let working: Promise<unknown> = Promise.resolve()
  const lost = new AbortController()
  channel.on('close', () => lost.abort())
  const acks = createAcknowledger(channel)
  const hands = { acks, stopping, lost: lost.signal }
  const { prefetch = PREFETCH, gatherMs = 0 } = options
  let full = new AbortController()
  const gather = async () => {
    full = new AbortController()
    if (gatherMs === 0 || waiting.length >= prefetch) return
    await delay(gatherMs, undefined, { signal: AbortSignal.any([stopping, full.signal]) }).catch(() => {})
  }
  const drain = () => applyWithRetries(hands, waiting.splice(0), options)
  const begin = () => {
    working = options.concurrent
      ? Promise.all([working, new Promise((resolve) => setImmediate(resolve)).then(drain)])
      : working.then(gather).then(drain)
  }
  const onMessage = (message: ConsumeMessage | null) => {
    if (!message) return reconnect(model, options, 'the broker cancelled the consumer')
    const event = decode(message)
    if (!event) return park(acks, message, options, 'not a valid event')
    acks.took(message)
    waiting.push({ message, event })
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

/** Closing the connection makes it come back with everything set up anew. */
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

function decode(message: ConsumeMessage): CloudEvent | undefined {
  try {
    return cloudEventSchema.parse(JSON.parse(message.content.toString('utf8'))) as CloudEvent
  } catch {
    return undefined
  }
}

function park(
  acks: Acknowledger,
  message: ConsumeMessage,
  { log, queue }: ConsumerOptions,
  reason: string,
): void {
  log.error(
    { queue, messageId: message.properties.messageId, reason },
    'message parked on the dead-letter queue',
  )
  acks.reject(message)
}

async function applyWithRetries(
  hands: Hands,
  batch: readonly Delivery[],
  options: ConsumerOptions,
): Promise<void> {
  const { acks, stopping, lost } = hands
  // What is lost comes again, and may be in other hands by then.
  for (let attempt = 1; !stopping.aborted && !lost.aborted; attempt += 1) {
    try {
      const repeated = new Set(
        batch.filter(({ message }) => attempt > 1 || message.fields.redelivered).map(({ event }) => event.id),
      )
      await options.handle(
        batch.map(({ event }) => event),
        { repeated, lost },
      )
      for (const { message } of batch) acks.done(message)
      return
    } catch (err) {
      const unavailable = isAway(err)
      if (batch.length > 1 && !unavailable) {
        // One of them is at fault: apart, the others get through.
        for (const one of batch) await applyWithRetries(hands, [one], options)
        return
      }
      const giveUp = err instanceof PermanentError || (attempt >= TRIES && !unavailable)
      if (giveUp) {
        for (const { message } of batch) park(acks, message, options, String(err))
        return
      }
      options.log.warn({ err, queue: options.queue, attempt }, 'handling failed; trying again')
      await backoff(attempt)
    }
  }
}

/** Whether it is not the message that is at fault. */
const isAway = (error: unknown): boolean =>
  isMongoUnavailable(error) ||
  error instanceof UnavailableError ||
  (error instanceof ProblemError && error.code === 'service_unavailable')

/** Exponential with jitter (Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015). */
const backoff = (attempt: number) => {
  const cap = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1))
  return new Promise((resolve) => setTimeout(resolve, cap * (0.5 + Math.random() / 2)))
}
