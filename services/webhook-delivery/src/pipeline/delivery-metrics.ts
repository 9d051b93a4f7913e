import { Gauge, Histogram, type Metrics } from '@usher/service-kit'
import type { JobLanes } from '../pacing/lanes.ts'
import type { SendResult } from '../sending/sender.ts'
import type { Job } from './job.ts'

export interface DeliveryMetrics {
  observe(result: SendResult): void
}

/** Counts and times attempts by outcome, and reports what this process has in flight. */
export function createDeliveryMetrics({ registry }: Metrics, lanes: () => JobLanes<Job>): DeliveryMetrics {
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
