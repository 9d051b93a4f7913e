import { type CloudEvent, EVENTS_EXCHANGE, type EventDefinition } from '@usher/contracts'
import type { Broker } from './broker.ts'
import { eventIn } from './consumer.ts'

/**
 * Receives events as they happen, on an exclusive queue that ends with the connection. For hints only (evicting a
 * cache): events during a disconnection are not delivered.
 */
export async function subscribe(
  broker: Broker,
  events: readonly EventDefinition[],
  onEvent: (event: CloudEvent) => void,
): Promise<void> {
  await broker.onConnect(async (model) => {
    // Without its queue the process would receive nothing: a new connection comes with a new one.
    const reconnect = () => model.close().catch(() => {})
    const channel = await model.createChannel()
    channel.on('error', reconnect)
    const { queue } = await channel.assertQueue('', { exclusive: true, autoDelete: true, durable: false })
    for (const { type } of events) await channel.bindQueue(queue, EVENTS_EXCHANGE, type)
    const onMessage = (content: Buffer) => {
      // Ignores anything else: nothing waits for an acknowledgement.
      const event = eventIn(content)
      if (event) onEvent(event)
    }
    await channel.consume(queue, (message) => (message ? onMessage(message.content) : reconnect()), {
      noAck: true,
    })
  })
}
