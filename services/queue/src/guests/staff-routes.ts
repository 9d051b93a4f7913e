import { operations } from '@usher/contracts'
import { type OperationRouter, requireMatch } from '@usher/service-kit'
import { type Access, requireAccess } from '../access.ts'
import type { QueueContext } from '../context.ts'
import type { Command } from '../engine/command.ts'
import { guestCommand } from '../engine/guest-command.ts'
import { requireOwnQueue } from '../queue-state/own-queue.ts'
import type { QueueState } from '../queue-state/queue-state.ts'
import { nextGuest, nextIds } from './call-next.ts'
import { withChanges } from './guest-audit.ts'
import { type CalledChange, calledReply, guestReply, viewNow } from './guest-reply.ts'
import { notifySeveral, presentSeveral, type SeveralChange } from './notify-several.ts'
import { transferGuest } from './transfer.ts'
import { notifyGuestWith } from './transitions.ts'

/** Routes for what staff do with the whole line. */
export function addStaffRoutes(routes: OperationRouter, ctx: QueueContext): void {
  routes.on(operations.callNextGuest, async ({ params, body, caller, origin, idempotency }) => {
    const now = ctx.clock.now()
    const moment = { now, isStale: await ctx.feed.isStaleFor(params.id, now) }
    const calling: Command<CalledChange> = {
      queueId: params.id,
      next: (state, count) => nextIds(state, count, moment),
      decide(current, lookUp) {
        const state = requireOwnQueue(current, caller)
        const { guest, clause } = nextGuest(state, lookUp, moment)
        const notify = notifyGuestWith(body, clause ?? undefined)
        const called = notify(state, guest, { now, origin, statusUrl: ctx.statusUrl })
        return { ...withChanges({ state, guest }, called), clause, ...(clause && { reason: clause }) }
      },
    }
    return await ctx.writer.answer(calling, calledReply(ctx), idempotency)
  })

  routes.on(operations.notifyGuests, async ({ params, body, caller, origin, idempotency }) => {
    const notifying: Command<SeveralChange> = {
      queueId: params.id,
      guestIds: body.guest_ids,
      decide(current, lookUp) {
        const act = { now: ctx.clock.now(), origin, statusUrl: ctx.statusUrl }
        return notifySeveral(requireOwnQueue(current, caller), body.guest_ids, lookUp, act)
      },
    }
    return await ctx.writer.answer(notifying, (done) => presentSeveral(done, viewNow(ctx)), idempotency)
  })

  routes.on(operations.transferGuest, async ({ params, body, caller, origin, ifMatch, idempotency }) => {
    const { queue_id } = body
    const transferring = guestCommand(
      params.id,
      caller,
      (state, guest, _, lookUpQueue) => {
        requireMatch(ifMatch, guest.sequence)
        const target = openQueue(lookUpQueue(queue_id), caller)
        const act = { now: ctx.clock.now(), origin, statusUrl: ctx.statusUrl }
        return withChanges({ state, guest }, transferGuest(state, guest, target, body, act))
      },
      { otherQueueIds: [queue_id] },
    )
    return await ctx.writer.answer(transferring, guestReply(ctx), idempotency)
  })
}

/**
 * A queue of the caller's organisation, if it is one.
 *
 * @throws ProblemError `forbidden` if the key has no access to it
 */
function openQueue(state: QueueState | undefined, access: Access): QueueState | undefined {
  if (state?.queue.organization_id !== access.organization_id) return undefined
  requireAccess({ ...access, queue_id: state.queue._id }, access, 'queue')
  return state
}
