import { type CloudEvent, cloudEventSchema } from '@usher/contracts'
import { EVENTS_EXCHANGE } from '@usher/service-kit'
import amqplib from 'amqplib'

export interface EventCollector extends AsyncDisposable {
  /** Every event since the start, as the broker delivered it. */
  readonly events: CloudEvent[]
  /** The events of one resource. */
  of(subject: string): CloudEvent[]
}

/** Listens to every event on the broker and checks each against the envelope's contract. */
export async function collectEvents(rabbitUrl: string): Promise<EventCollector> {
  const events: CloudEvent[] = []
  const connection = await amqplib.connect(rabbitUrl)
  const channel = await connection.createChannel()
  await channel.assertExchange(EVENTS_EXCHANGE, 'topic', { durable: true })
  const { queue } = await channel.assertQueue('', { exclusive: true })
  await channel.bindQueue(queue, EVENTS_EXCHANGE, '#')
  await channel.consume(
    queue,
    (message) => {
      if (message) events.push(cloudEventSchema.parse(JSON.parse(message.content.toString())) as CloudEvent)
    },
    { noAck: true },
  )
  return {
    events,
    of: (subject) => events.filter((event) => event.subject === subject),
    [Symbol.asyncDispose]: () => connection.close(),
  }
}
