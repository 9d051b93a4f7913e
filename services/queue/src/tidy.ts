import { ifDue, newId } from '@usher/service-kit'
import type { QueueContext } from './context.ts'
import { forgetOver } from './expected/forget-over.ts'
import { markOverdueNoShows } from './guests/mark-overdue-no-shows.ts'
import { removeRemainingGuests } from './queues/remove-remaining-guests.ts'

const DELETIONS_AT_ONCE = 10

/**
 * Marks guests as no-show in time, and clears up: what a deleted queue and past bookings have left may stay until the
 * next run. Work for due pollers, each of which looks at data of its own.
 */
export const tidying = (ctx: QueueContext): readonly (() => Promise<Date | undefined>)[] => [
  ifDue(
    ctx.clock,
    () => ctx.guests.nextNoShow(),
    () => markOverdueNoShows(ctx),
  ),
  async () => {
    for (const queue of await ctx.queues.halfDeleted(DELETIONS_AT_ONCE)) {
      const origin = { organizationId: queue.organization_id, actor: 'system', requestId: newId('request') }
      await removeRemainingGuests(ctx, queue, origin)
    }
    return undefined
  },
  async () => {
    const over = await ctx.expected.nextOver()
    if (over && over <= ctx.clock.now()) await forgetOver(ctx)
    return undefined
  },
]
