import type { CloudEvent } from '@usher/contracts'
import { EVENTS_EXCHANGE } from '@usher/service-kit'
import amqplib from 'amqplib'

export interface EventCapture {
  /** The events published since the last call, each once, however often it was delivered. */
  take(): Promise<CloudEvent[]>
  /** Number of messages in a queue of the broker. */
  backlog(queue: string): Promise<number>
}

/**
 * Lets the broker keep a copy of every event of a type in memory, to be read between measurements: a consumer would use
 * CPU, and so disturb them.
 */
export async function captureEvents(
  rabbitUrl: string,
  type: string,
  cleanup: AsyncDisposableStack,
): Promise<EventCapture> {
  const connection = await amqplib.connect(rabbitUrl)
  cleanup.defer(() => connection.close())
  const channel = await connection.createChannel()
  await channel.assertExchange(EVENTS_EXCHANGE, 'topic', { durable: true })
  const { queue } = await channel.assertQueue('', { exclusive: true })
  await channel.bindQueue(queue, EVENTS_EXCHANGE, type)
  const backlog = async (name: string) => (await channel.checkQueue(name)).messageCount
  return {
    backlog,
    async take() {
      const expected = await backlog(queue)
      return expected === 0 ? [] : await takeSome(channel, queue, expected)
    },
  }
}

async function takeSome(channel: amqplib.Channel, queue: string, expected: number): Promise<CloudEvent[]> {
  const events = new Map<string, CloudEvent>()
  const { promise: all, resolve } = Promise.withResolvers<void>()
  let received = 0
  const { consumerTag } = await channel.consume(
    queue,
    (message) => {
      if (!message) return
      const event = JSON.parse(message.content.toString()) as CloudEvent
      events.set(event.id, event)
      received += 1
      if (received === expected) resolve()
    },
    { noAck: true },
  )
  await all
  await channel.cancel(consumerTag)
  return [...events.values()]
}
