import type { CloudEvent } from '@usher/contracts'
import type { ConsumeMessage } from 'amqplib'
import { startSpan } from '../observability/span.ts'
import type { BrokerMetrics, Outcome } from './broker-metrics.ts'

/** A message from its arrival until it is settled. */
export interface Handling {
  readonly message: ConsumeMessage
  /** Its event; with tracing, the handling is the parent span of the work it causes. */
  readonly event: CloudEvent
  end(outcome: Outcome): void
}

/** Counts, times and traces the handling of a message. */
export function beginHandling(
  queue: string,
  message: ConsumeMessage,
  event: CloudEvent,
  metrics: BrokerMetrics | undefined,
): Handling {
  const startedAt = performance.now()
  const span = event.traceparent ? startSpan(() => processing(queue, event)) : undefined
  return {
    message,
    event: span ? { ...event, traceparent: span.traceparent } : event,
    end(outcome) {
      metrics?.observe(queue, outcome, performance.now() - startedAt)
      span?.end({}, outcome === 'handled' ? undefined : outcome)
    },
  }
}

const processing = (queue: string, { type, id, organizationid, traceparent }: CloudEvent) => ({
  name: `process ${queue}`,
  kind: 'consumer' as const,
  parent: traceparent,
  attributes: {
    'messaging.system': 'rabbitmq',
    'messaging.operation.type': 'process',
    'messaging.destination.name': queue,
    'messaging.rabbitmq.destination.routing_key': type,
    'messaging.message.id': id,
    'usher.organization_id': organizationid,
  },
})
