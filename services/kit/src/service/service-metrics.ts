import type { Connection } from 'mongoose'
import type { Publisher } from '../broker/publisher.ts'
import { JobStore } from '../events/job-store.ts'
import { countInOutbox, oldestInOutbox, outboxOf } from '../events/outbox-store.ts'
import type { Logger } from '../observability/logger.ts'
import { Counter, Gauge, type Metrics } from '../observability/metrics.ts'
import { readGauge, secondsSince } from '../observability/read-gauge.ts'

/** Documents counted at most: beyond this the exact number does not matter. */
const MAX_COUNTED = 100_000

interface MetricsSources {
  readonly connection: Connection
  readonly log: Logger
  readonly metrics: Metrics
}

/** Metrics of every service with a database. Those about its contents are the same on every replica. */
export function registerServiceMetrics(sources: MetricsSources): void {
  const { connection, metrics } = sources
  new Gauge({
    name: 'usher_mongodb_connected',
    help: 'Whether this process is connected to its database',
    registers: [metrics.registry],
    collect() {
      this.set(connection.readyState === 1 ? 1 : 0)
    },
  })
  registerOutbox(sources)
  if (connection.models.event_jobs) registerJobs(sources)
}

/** Wraps the relay's publisher to count what this process publishes. */
export function countingPublisher(publisher: Publisher, { registry }: Metrics): Publisher {
  const relayed = new Counter({
    name: 'usher_outbox_relayed_total',
    help: 'Events that this process has given to the broker as the relay of its service',
    registers: [registry],
  })
  return {
    ...publisher,
    async publish(events) {
      await publisher.publish(events)
      relayed.inc(events.length)
    },
  }
}

function registerOutbox(sources: MetricsSources): void {
  const outbox = outboxOf(sources.connection)
  readGauge(sources, {
    name: 'usher_outbox_pending',
    help: 'Transactions whose events the broker has not confirmed, up to 100,000',
    read: async (self) => self.set(await countInOutbox(outbox, MAX_COUNTED)),
  })
  readGauge(sources, {
    name: 'usher_outbox_oldest_seconds',
    help: 'Age of the oldest event that the broker has not confirmed',
    read: async (self) => self.set(secondsSince((await oldestInOutbox(outbox))?.at ?? null, new Date())),
  })
}

function registerJobs(sources: MetricsSources): void {
  const jobs = new JobStore(sources.connection)
  readGauge(sources, {
    name: 'usher_event_jobs_pending',
    help: 'Jobs that events have asked for and that are neither done nor given up, up to 100,000',
    read: async (self) => self.set(await jobs.countPending(MAX_COUNTED)),
  })
  readGauge(sources, {
    name: 'usher_event_jobs_oldest_seconds',
    help: 'Age of the oldest event whose job is neither done nor given up',
    read: async (self) => self.set(secondsSince(await jobs.oldestPending(), new Date())),
  })
  readGauge(sources, {
    name: 'usher_event_jobs_dead',
    help: 'Jobs that were given up and wait for an operator, by queue',
    labelNames: ['queue'],
    async read(self) {
      const dead = await jobs.countDead()
      self.reset()
      for (const [queue, count] of dead) self.set({ queue }, count)
    },
  })
}
