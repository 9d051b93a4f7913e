import { readGauge, secondsSince } from '@usher/service-kit'
import type { WebhookContext } from '../context.ts'

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
