import type { CloudEvent } from '@usher/contracts'
import type { ConfirmChannel } from 'amqplib'
import { type Broker, EVENTS_EXCHANGE } from './broker.ts'

export interface Publisher {
  isReady(): boolean
  /** Publishes events in order, all confirms outstanding at once; resolves when the broker has all. */
  publish(events: readonly CloudEvent[]): Promise<void>
}

/** Publishes events persistently and confirmed. Without a connection `publish` rejects; the outbox keeps them. */
export async function createPublisher(broker: Broker): Promise<Publisher> {
  let channel: ConfirmChannel | undefined
  await broker.onConnect(async (model) => {
    const opened = await model.createConfirmChannel()
    const forget = () => {
      if (channel === opened) channel = undefined
    }
    opened.on('close', forget)
    opened.on('error', forget)
    channel = opened
  })
  const publishOne = (open: ConfirmChannel, event: CloudEvent) =>
    new Promise<void>((resolve, reject) => {
      const headers = event.traceparent ? { traceparent: event.traceparent } : {}
      open.publish(
        EVENTS_EXCHANGE,
        event.type,
        Buffer.from(JSON.stringify(event)),
        { persistent: true, messageId: event.id, contentType: 'application/cloudevents+json', headers },
        (error) => (error ? reject(error) : resolve()),
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
