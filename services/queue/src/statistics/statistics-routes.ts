import { operations } from '@usher/contracts'
import type { OperationRouter } from '@usher/service-kit'
import type { QueueContext } from '../context.ts'
import { foldVisits } from './fold.ts'
import { guestCsv } from './guest-csv.ts'
import { periodOf } from './period.ts'

/** Routes for statistics and guest exports. */
export function addStatisticsRoutes({ on }: OperationRouter, { reader, visits, clock }: QueueContext): void {
  on(operations.getQueueStatistics, async ({ params, query, caller }) => {
    const state = await reader.queue(params.id, caller)
    const period = periodOf(query, clock.now())
    const { timezone } = state.queue
    return {
      body: {
        queue_id: params.id,
        from: period.from.toISOString(),
        to: period.to.toISOString(),
        timezone,
        ...(await foldVisits(visits.visits(state.queue, period), timezone)),
      },
    }
  })

  on(operations.exportGuests, async ({ params, query, caller }) => {
    const state = await reader.queue(params.id, caller)
    const period = periodOf(query, clock.now())
    return {
      body: guestCsv(visits.visits(state.queue, period), state.queue.custom_fields, query.bom),
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="guests-${params.id}.csv"`,
      },
    }
  })
}
