import { type GuestResult, type GuestTransfer, guestUpdated, operations } from '@usher/contracts'
import { invalidField, notFound, type OperationRouter, ProblemError, requireMatch } from '@usher/service-kit'
import { type Access, requireAccess } from '../access.ts'
import type { QueueContext } from '../context.ts'
import type { GuestLookup } from '../engine/batch.ts'
import type { Command } from '../engine/command.ts'
import { guestCommand } from '../engine/guest-command.ts'
import { type Act, guestChange } from '../queue-state/guest-change.ts'
import { requireOwnQueue } from '../queue-state/own-queue.ts'
import type { Change, GuestChange, QueueState } from '../queue-state/queue-state.ts'
import type { GuestRecord } from '../records/guest-record.ts'
import { requireRoom } from './add-guest.ts'
import { nextGuest, nextIds } from './call-next.ts'
import { fittingFields } from './custom-fields.ts'
import { changesOfAll, withChanges } from './guest-audit.ts'
import { type CalledChange, calledReply, guestReply, viewNow } from './guest-reply.ts'
import { presentGuest, type View } from './guest-view.ts'
import { findClass, placeIn } from './priority.ts'
import { withoutPlace } from './settle-quote.ts'
import { notifyGuest, notifyGuestWith, requireInLine } from './transitions.ts'

/** Routes for what staff do with the whole line. */
export function staffRoutes(ctx: QueueContext, routes: OperationRouter): void {
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

/** The outcome for each guest, in the order requested. */
type SeveralChange = Change & {
  readonly outcomes: readonly { readonly id: string; readonly done: GuestChange | ProblemError }[]
}

/** Notifies guests of one queue, each on their own, in one commit. */
function notifySeveral(
  before: QueueState,
  guestIds: readonly string[],
  lookUp: GuestLookup,
  act: Act,
): SeveralChange {
  let state = before
  const outcomes = guestIds.map((id) => {
    const done = notifyOne(state, id, lookUp, act)
    if (!(done instanceof ProblemError)) state = done.state
    return { id, done }
  })
  const steps = outcomes.flatMap(({ done }) => (done instanceof ProblemError ? [] : [done]))
  return { state, events: [], steps, outcomes, changes: changesOfAll(steps) }
}

function notifyOne(state: QueueState, id: string, lookUp: GuestLookup, act: Act): GuestChange | ProblemError {
  const guest = lookUp(id)
  if (guest?.queue_id !== state.queue._id) return notFound('guest')
  try {
    return withChanges({ state, guest }, notifyGuest(state, guest, act))
  } catch (error) {
    if (error instanceof ProblemError) return error
    throw error
  }
}

/** The answer for several guests. */
const presentSeveral = ({ state, outcomes, changes }: SeveralChange, view: View) => ({
  body: {
    data: outcomes.map(
      ({ id, done }): GuestResult =>
        done instanceof ProblemError
          ? { guest_id: id, guest: null, code: done.code, detail: done.message }
          : { guest_id: id, guest: presentGuest(done.guest, state, view), code: null, detail: null },
    ),
  },
  ...(changes && { audit: { changes } }),
})

/** Former queues remembered per guest. */
const MAX_STAYS = 100

/**
 * Transfers a guest to another queue, placed there by joining time. A notified guest waits again: nobody has called
 * them to the new queue yet. Custom fields are kept as far as the target has them and accepts their values.
 *
 * @param target a queue of the same organisation
 * @throws ProblemError `invalid_transition` for a guest who has left, `validation_failed` if the target is not
 * another queue of the organisation, and as {@link requireRoom}
 */
export function transferGuest(
  state: QueueState,
  guest: GuestRecord,
  target: QueueState | undefined,
  given: GuestTransfer,
  act: Act,
): GuestChange {
  const { queue, line } = state
  requireInLine(guest, 'transferred')
  if (!target || target.queue.deleted_at || target.queue._id === queue._id) {
    throw invalidField('/queue_id', 'must be another queue of the organisation', 'not_another_queue')
  }
  requireRoom(target, guest.party_size, act.now, '/queue_id')
  const { _id: queue_id, line_version: since_version } = target.queue
  const priority = findClass(target.queue, guest.priority)
  const { rank, queue: entered } = placeIn(target, guest._id, priority, given.position)
  const stay = { queue_id: queue._id, since: guest.since_version, until: queue.line_version }
  const former_stays = [...(guest.former_stays ?? []), stay].slice(-MAX_STAYS)
  const { no_show_due_at: _, almost_ready_at: __, ...rest } = guest
  const waiting = { status: 'waiting', notified_at: null } as const
  const place = { queue_id, rank, priority: priority?.key ?? null, since_version, former_stays }
  const fields = fittingFields(target.queue.custom_fields, guest.fields)
  const moved: GuestRecord = { ...rest, ...waiting, ...place, fields }
  const left = {
    ...withoutPlace(state, guest),
    queue: { ...queue, transferred_version: queue.line_version },
    line: line.remove({ id: guest._id, rank: guest.rank }),
  }
  return {
    ...guestChange(guestUpdated, { ...target, queue: entered }, moved, act, { from_queue_id: queue._id }),
    reason: given.reason,
    steps: [{ state: left, events: [] }],
  }
}
