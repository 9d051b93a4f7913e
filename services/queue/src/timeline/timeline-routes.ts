import { operations } from '@usher/contracts'
import { type OperationRouter, pageReply, placeOf } from '@usher/service-kit'
import type { QueueContext } from '../context.ts'
import { readTimeline } from './timeline.ts'

/** Route for a guest's timeline. */
export function timelineRoutes(ctx: QueueContext, routes: OperationRouter): void {
  routes.on(operations.getGuestTimeline, async ({ params, query, caller }) => {
    const { guest } = await ctx.reader.guest(params.id, caller)
    const list = `timeline ${guest._id} ${caller.queue_ids?.join(' ') ?? ''}`
    const page = { after: placeOf(ctx.cursors, list, query), limit: query.limit + 1 }
    const { found, next } = await readTimeline(ctx.ledger, guest, caller, page)
    return pageReply({
      cursors: ctx.cursors,
      list,
      query,
      found,
      ...(next && { next }),
      place: ({ place }) => place,
      present: ({ entry }) => entry,
    })
  })
}
