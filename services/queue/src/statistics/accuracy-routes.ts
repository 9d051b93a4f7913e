import { operations } from '@usher/contracts'
import { type OperationRouter, requireRange } from '@usher/service-kit'
import { DAY_MS } from '@usher/service-kit/durations'
import type { QueueContext } from '../context.ts'
import { presentShowRate } from '../queue-state/show-rate.ts'
import { figuresOf, totalFigures } from './estimate-accuracy.ts'

const USUAL_DAYS = 28
const MAX_DAYS = 400

/** Route for the accuracy of quotes. */
export function waitRoutes(ctx: QueueContext, routes: OperationRouter): void {
  routes.on(operations.getEstimateAccuracy, async ({ params, query, caller }) => {
    const { queue } = await ctx.reader.queue(params.id, caller)
    const to = query.to ? new Date(query.to) : ctx.clock.now()
    const from = query.from ? new Date(query.from) : new Date(to.getTime() - USUAL_DAYS * DAY_MS)
    requireRange({ from: from.getTime(), to: to.getTime() }, MAX_DAYS * DAY_MS, `${MAX_DAYS} days`)
    const periods = await ctx.visits.accuracy(queue, { from, to }, query.interval)
    return {
      body: {
        data: periods.map(({ _id, ...sums }) => ({
          start: (_id ?? from).toISOString(),
          ...figuresOf(sums),
        })),
        totals: totalFigures(periods),
        show_rate: queue.bookings ? presentShowRate(queue) : null,
        from: from.toISOString(),
        to: to.toISOString(),
      },
    }
  })
}
