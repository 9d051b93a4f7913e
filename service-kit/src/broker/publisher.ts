import type { CloudEvent } from '@usher/contracts'
import type { ConfirmChannel, Message } from 'amqplib'
import { type Broker, EVENTS_EXCHANGE } from './broker.ts'

export interface Publisher {
  isReady(): boolean
  /** Publishes events in order, all confirms outstanding at once; resolves when the broker has all. */
  publish(events: readonly CloudEvent[]): Promise<void>
}

interface PublisherOptions {
  /** Whether it is a failure when no queue takes an event, which the broker would otherwise drop. */
  readonly mandatory?: boolean
}

/** Publishes events persistently and confirmed. Without a connection `publish` rejects; the outbox keeps them. */
export async function createPublisher(
  broker: Broker,
  { mandatory = false }: PublisherOptions = {},
): Promise<Publisher> {
  let channel: ConfirmChannel | undefined
  /** Identifiers of events that no queue took; the broker tells of them before it confirms. */
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
  const publishOne = (open: ConfirmChannel, event: CloudEvent) =>
    new Promise<void>((resolve, reject) => {
      const headers = event.traceparent ? { traceparent: event.traceparent } : {}
      const confirm = (error: unknown) => {
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
