import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** What became of a message: `parked`: dead-lettered; `left`: redelivered, here or elsewhere. */
export type Outcome = 'handled' | 'parked' | 'left'

/** Depth and consumers of a queue, as the broker reports them. */
export interface QueueDepth {
  readonly messages: number
  readonly consumers: number
  /** Messages on its dead-letter queue. */
  readonly dead: number
}

interface BrokerFacts {
  isConnected(): boolean
  /** Queues that this process consumes, by name; empty while the broker is unavailable. */
  depths(): Promise<ReadonlyMap<string, QueueDepth>>
}

export interface BrokerMetrics {
  observe(queue: string, outcome: Outcome, durationMs: number): void
}

/**
 * Rate, failures and duration of consumed events, and queue depths, which are read from the broker at each scrape.
 */
export function createBrokerMetrics(registry: Registry, broker: BrokerFacts): BrokerMetrics {
  const registers = [registry]
  const seconds = new Histogram({
    name: 'usher_consumer_duration_seconds',
    help: 'Time from the arrival of a message until it is done with: handled, parked (dead letter), left (comes again)',
    labelNames: ['queue', 'outcome'] as const,
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 30],
    registers,
  })
  new Gauge({
    name: 'usher_broker_connected',
    help: 'Whether this process is connected to RabbitMQ',
    registers,
    collect() {
      this.set(broker.isConnected() ? 1 : 0)
    },
  })
  registerDepths(registry, broker)
  return {
    observe: (queue, outcome, durationMs) => seconds.observe({ queue, outcome }, durationMs / 1000),
  }
}

/** The same on every replica. */
function registerDepths(registry: Registry, broker: BrokerFacts): void {
  const options = { labelNames: ['queue'] as const, registers: [registry] }
  const consumers = new Gauge({
    ...options,
    name: 'usher_queue_consumers',
    help: 'Processes that take messages from a queue',
  })
  const dead = new Gauge({
    ...options,
    name: 'usher_queue_dead_letters',
    help: 'Messages that no retry has helped, which wait for an operator',
  })
  const scrapesFailed = new Counter({
    name: 'usher_queue_depth_failures_total',
    help: 'Times that the broker could not be asked for the depth of its queues',
    registers: [registry],
  })
  new Gauge({
    ...options,
    name: 'usher_queue_messages',
    help: 'Messages that wait in a queue, those in hand not among them',
    async collect() {
      // Show nothing rather than an old number, which would look current.
      for (const gauge of [this, consumers, dead]) gauge.reset()
      const depths = await broker.depths().catch(() => {
        scrapesFailed.inc()
        return new Map<string, QueueDepth>()
      })
      for (const [queue, depth] of depths) {
        this.set({ queue }, depth.messages)
        consumers.set({ queue }, depth.consumers)
        dead.set({ queue }, depth.dead)
      }
    },
  })
}
