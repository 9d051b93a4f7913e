import { type CloudEvent, cloudEventSchema, DEAD_EXCHANGE } from '@usher/contracts'
import type { ConfirmChannel, GetMessage, Options } from 'amqplib'

/**
 * How often a message may be requeued as it is: RabbitMQ 4 drops one delivered more than 20 times. A copy starts
 * over.
 */
const MAX_RETURNS = 10

/** A message that no retry has helped. */
export interface DeadLetter {
  readonly message: GetMessage
  /** undefined: not a valid event */
  readonly event: CloudEvent | undefined
}

export const deadQueueOf = (queue: string): string => `${queue}.dead`

/**
 * Takes dead letters, oldest first; nobody else sees them until they are acknowledged or requeued.
 *
 * @param max how many to take
 */
export async function takeDead(channel: ConfirmChannel, queue: string, max: number): Promise<DeadLetter[]> {
  const taken: DeadLetter[] = []
  while (taken.length < max) {
    const message = await channel.get(deadQueueOf(queue))
    if (!message) break
    taken.push({ message, event: decode(message.content) })
  }
  return taken
}

/** Requeues a dead letter where it was. */
export async function putBack(
  channel: ConfirmChannel,
  queue: string,
  { message }: DeadLetter,
): Promise<void> {
  if (Number(message.properties.headers?.['x-delivery-count'] ?? 0) < MAX_RETURNS) {
    channel.nack(message, false, true)
    return
  }
  await send(
    channel,
    { exchange: DEAD_EXCHANGE, key: queue },
    message,
    (header) => header === 'x-delivery-count',
  )
  channel.ack(message)
}

/** Sends a dead letter to the queue it died in, and to no other. */
export async function replay(channel: ConfirmChannel, queue: string, { message }: DeadLetter): Promise<void> {
  // Not through the default exchange: it reaches every queue, so no service has access to it.
  const exchange = `${queue}.replay`
  await channel.assertExchange(exchange, 'direct', { durable: false })
  await channel.bindQueue(queue, exchange, queue)
  // Drop the broker's notes about its death.
  await send(channel, { exchange, key: queue }, message, (header) => header.startsWith('x-'))
  await channel.deleteExchange(exchange)
  channel.ack(message)
}

async function send(
  channel: ConfirmChannel,
  { exchange, key }: { readonly exchange: string; readonly key: string },
  { content, properties }: GetMessage,
  isDropped: (header: string) => boolean,
): Promise<void> {
  const headers = Object.entries(properties.headers ?? {}).filter(([name]) => !isDropped(name))
  const { messageId, contentType } = properties
  const options: Options.Publish = {
    persistent: true,
    messageId,
    contentType,
    headers: Object.fromEntries(headers),
  }
  await new Promise<void>((resolve, reject) => {
    channel.publish(exchange, key, content, options, (error) => (error ? reject(error) : resolve()))
  })
}

function decode(content: Buffer): CloudEvent | undefined {
  try {
    return cloudEventSchema.parse(JSON.parse(content.toString('utf8'))) as CloudEvent
  } catch {
    return undefined
  }
}
