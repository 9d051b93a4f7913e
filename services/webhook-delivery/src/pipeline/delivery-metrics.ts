import { Gauge, Histogram, type Metrics, readGauge, secondsSince } from '@usher/service-kit'
import type { WebhookContext } from '../context.ts'
import type { Lanes } from '../pacing/lanes.ts'
import type { SendResult } from '../sending/sender.ts'

export interface DeliveryMetrics {
  observe(result: SendResult): void
}

/** Counts and times attempts by outcome, and reports what this process has in flight. */
export function createDeliveryMetrics(
  { registry }: Metrics,
  lanes: () => Pick<Lanes<unknown>, 'inFlight' | 'resting' | 'waiting'>,
): DeliveryMetrics {
  const seconds = new Histogram({
    name: 'usher_webhook_attempt_duration_seconds',
    help: 'Time of one attempt to deliver, by outcome: acknowledged, refused (another answer), unanswered',
    labelNames: ['outcome'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers: [registry],
  })
  new Gauge({
    name: 'usher_webhook_deliveries_in_hand',
    help: 'Deliveries that this process has claimed: being attempted, or waiting for their turn',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      this.set({ state: 'in_flight' }, lanes().inFlight)
      this.set({ state: 'waiting' }, lanes().waiting)
    },
  })
  new Gauge({
    name: 'usher_webhook_endpoints_resting',
    help: 'Endpoints that get nothing from this process for the moment: they do not answer, or asked for time',
    registers: [registry],
    collect() {
      this.set(lanes().resting)
    },
  })
  return {
    observe({ answer, error, durationMs }) {
      const outcome = error === null ? 'acknowledged' : answer ? 'refused' : 'unanswered'
      seconds.observe({ outcome }, durationMs / 1000)
    },
  }
}

type Context = Pick<WebhookContext, 'clock' | 'deliverySummaries' | 'endpoints' | 'log' | 'metrics'>

/**
 * Reports at each scrape the backlog in the database, its age, and failing endpoints. Totals over all
 * organisations, to keep the number of series small. Every replica reports the same values.
 */
export function registerBacklogMetrics(ctx: Context): void {
  const { clock, deliverySummaries, endpoints } = ctx
  readGauge(ctx, {
    name: 'usher_webhook_deliveries_pending',
    help: 'Deliveries to be made, up to 100,000: due now, or later (another attempt, or one that is under way)',
    labelNames: ['state'],
    async read(self) {
      const { due, later } = await deliverySummaries.backlog(clock.now())
      self.set({ state: 'due' }, due)
      self.set({ state: 'later' }, later)
    },
  })
  readGauge(ctx, {
    name: 'usher_webhook_oldest_due_seconds',
    help: 'How long the delivery has been due that nobody has taken up for longest',
    read: async (self) => self.set(secondsSince(await deliverySummaries.oldestDue(clock.now()), clock.now())),
  })
  readGauge(ctx, {
    name: 'usher_webhook_endpoints_failing',
    help: 'Enabled endpoints that have brought nothing but failures since their last success',
    read: async (self) => self.set(await endpoints.countFailing()),
  })
  readGauge(ctx, {
    name: 'usher_webhook_longest_failing_seconds',
    help: 'How long the endpoint has failed that has failed for longest',
    read: async (self) => self.set(secondsSince(await endpoints.longestFailing(), clock.now())),
  })
}
