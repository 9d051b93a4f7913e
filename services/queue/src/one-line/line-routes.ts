import { operations } from '@usher/contracts'
import type { OperationRouter } from '@usher/service-kit'
import type { QueueContext } from '../context.ts'
import { presentLine } from './line-view.ts'
import { readLine } from './read-line.ts'

/** Route of the one line of a queue. */
export function addLineRoutes(routes: OperationRouter, ctx: QueueContext): void {
  routes.on(operations.getQueueLine, async ({ params, caller }) => {
    const { guests, state } = await readLine(ctx, params.id, caller)
    const asOf = state.queue.bookings ? await ctx.feed.asOf() : null
    const seesBookings = caller.scopes.includes('bookings:read')
    return { body: presentLine({ guests, state, asOf, now: ctx.clock.now(), seesBookings }) }
  })
}
