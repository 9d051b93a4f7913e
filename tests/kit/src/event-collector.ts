import { type CloudEvent, cloudEventSchema, EVENTS_EXCHANGE } from '@usher/contracts'
import amqplib from 'amqplib'

export interface EventCollector extends AsyncDisposable {
  /** Every event since the start, as the broker delivered it. */
  readonly events: CloudEvent[]
  /** The events of one resource. */
  of(subject: string): CloudEvent[]
}

/**
 * Subscribes to every event on the broker and checks each against the envelope's contract. An event that the relay
 * publishes twice counts once, as for every consumer.
 */
export async function collectEvents(rabbitUrl: string): Promise<EventCollector> {
  const events: CloudEvent[] = []
  const known = new Set<string>()
  const connection = await amqplib.connect(rabbitUrl)
  const channel = await connection.createChannel()
  await channel.assertExchange(EVENTS_EXCHANGE, 'topic', { durable: true })
  const { queue } = await channel.assertQueue('', { exclusive: true })
  await channel.bindQueue(queue, EVENTS_EXCHANGE, '#')
  await channel.consume(
    queue,
    (message) => {
      if (!message) return
      const event = cloudEventSchema.parse(JSON.parse(message.content.toString())) as CloudEvent
      if (!known.has(event.id)) events.push(event)
      known.add(event.id)
    },
    { noAck: true },
  )
  return {
    events,
    of: (subject) => events.filter((event) => event.subject === subject),
    [Symbol.asyncDispose]: () => connection.close(),
  }
}
