import { type CloudEvent, EVENTS_EXCHANGE } from '@usher/contracts'
import type { ConfirmChannel, Message } from 'amqplib'
import { type SpanFacts, startSpan } from '../observability/span.ts'
import type { Broker } from './broker.ts'

export interface Publisher {
  isReady(): boolean
  /** Publishes events in order, with all confirms outstanding at once; resolves when the broker has confirmed all. */
  publish(events: readonly CloudEvent[]): Promise<void>
}

interface PublisherOptions {
  /** Whether to fail when no queue takes an event, which the broker would otherwise drop. */
  readonly mandatory?: boolean
}

/** Publishes persistent events with confirms. Without a connection `publish` rejects; the outbox keeps them. */
export async function createPublisher(
  broker: Broker,
  { mandatory = false }: PublisherOptions = {},
): Promise<Publisher> {
  let channel: ConfirmChannel | undefined
  /** Ids of events that no queue took; the broker returns them before it confirms. */
  const returned = new Set<string>()
  await broker.onConnect(async (model) => {
    const opened = await model.createConfirmChannel()
    const forget = () => {
      if (channel === opened) channel = undefined
    }
    opened.on('close', forget)
    opened.on('error', forget)
    opened.on('return', ({ properties }: Message) => returned.add(properties.messageId))
    channel = opened
  })
  const publishOne = (open: ConfirmChannel, given: CloudEvent) =>
    new Promise<void>((resolve, reject) => {
      // An event that belongs to no trace does not start one.
      const span = given.traceparent ? startSpan(() => sending(given)) : undefined
      const event = span ? { ...given, traceparent: span.traceparent } : given
      const headers = event.traceparent ? { traceparent: event.traceparent } : {}
      const confirm = (error: unknown) => {
        span?.end({}, error ? 'not_confirmed' : undefined)
        if (returned.delete(event.id)) reject(new Error('no queue takes the event'))
        else if (error) reject(error)
        else resolve()
      }
      const properties = { messageId: event.id, contentType: 'application/cloudevents+json', headers }
      const content = Buffer.from(JSON.stringify(event))
      open.publish(
        EVENTS_EXCHANGE,
        event.type,
        content,
        { persistent: true, mandatory, ...properties },
        confirm,
      )
    })
  return {
    isReady: () => channel !== undefined,
    async publish(events) {
      const open = channel
      if (!open) throw new Error('the broker is not connected')
      await Promise.all(events.map((event) => publishOne(open, event)))
    },
  }
}

const sending = ({ type, id, traceparent }: CloudEvent): SpanFacts => ({
  name: `send ${type}`,
  kind: 'producer',
  parent: traceparent,
  attributes: {
    'messaging.system': 'rabbitmq',
    'messaging.operation.type': 'send',
    'messaging.destination.name': EVENTS_EXCHANGE,
    'messaging.rabbitmq.destination.routing_key': type,
    'messaging.message.id': id,
  },
})
