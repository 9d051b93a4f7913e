import { operations } from '@usher/contracts'
import type { OperationRouter } from '@usher/service-kit'
import type { QueueContext } from '../context.ts'
import type { Command } from '../line/command.ts'
import type { GuestChange } from '../line/queue-state.ts'
import { requireOwnQueue } from '../queues/queue-decisions.ts'
import { nextGuest } from './call-next.ts'
import { withChanges } from './guest-audit.ts'
import { guestReply } from './guest-reply.ts'
import { notifyGuest } from './transitions.ts'

/** What staff do with a line as a whole. */
export function addStaffRoutes(routes: OperationRouter, ctx: QueueContext): void {
  routes.on(operations.callNextGuest, async ({ params, caller, origin, idempotency }) => {
    const calling: Command<GuestChange> = {
      queueId: params.id,
      takesNext: true,
      decide(current, lookUp) {
        const state = requireOwnQueue(current, caller)
        const guest = nextGuest(state, lookUp)
        return withChanges({ state, guest }, notifyGuest(state, guest, { now: ctx.clock.now(), origin }))
      },
    }
    return await ctx.writer.answer(calling, guestReply(ctx), idempotency)
  })
}
