import { type CloudEvent, cloudEventSchema, type EventDefinition } from '@usher/contracts'
import { type Broker, EVENTS_EXCHANGE } from './broker.ts'

/**
 * Hears events as they happen, on a queue of this process alone that ends with the connection. For what
 * is only a hint (emptying a cache): events during a disconnection are not delivered.
 */
export async function subscribe(
  broker: Broker,
  events: readonly EventDefinition[],
  onEvent: (event: CloudEvent) => void,
): Promise<void> {
  await broker.onConnect(async (model) => {
    const channel = await model.createChannel()
    const { queue } = await channel.assertQueue('', { exclusive: true, autoDelete: true, durable: false })
    for (const { type } of events) await channel.bindQueue(queue, EVENTS_EXCHANGE, type)
    const onMessage = (content: Buffer) => {
      const parsed = cloudEventSchema.safeParse(JSON.parse(content.toString('utf8')))
      if (parsed.success) onEvent(parsed.data as CloudEvent)
    }
    await channel.consume(queue, (message) => message && onMessage(message.content), { noAck: true })
  })
}
