import {
  type Caller,
  type FieldChanges,
  operations,
  type Queue,
  type QueueUpdate,
  type Refusals,
} from '@usher/contracts'
import {
  type Call,
  changesBetween,
  EVENT_STREAM_HEADERS,
  entityTag,
  type OperationRouter,
  ProblemError,
  pageReply,
  placeOf,
  type Reply,
  requireMatch,
  requireRoom,
} from '@usher/service-kit'
import type { QueueContext } from '../context.ts'
import type { Command } from '../engine/command.ts'
import { Line } from '../line/line.ts'
import { requireOwnQueue } from '../queue-state/own-queue.ts'
import type { Change, QueueState } from '../queue-state/queue-state.ts'
import type { QueueRecord } from '../records/queue-record.ts'
import { NO_PACE } from '../waits/pace.ts'
import { withJoinCountry } from './join-access.ts'
import { countFreePlaces, createQueue, deleteQueue, updateQueue } from './queue-decisions.ts'
import { presentQueue, type QueueView, queueSettings } from './queue-view.ts'
import { removeRemainingGuests } from './remove-remaining-guests.ts'

/** Includes the wait, which gets shorter with time alone. */
function reply(state: QueueState, view: QueueView): Reply<Queue> {
  const body = presentQueue(state, view)
  const { free_places, estimated_wait_range } = body
  const { low, high } = estimated_wait_range
  const { sequence, line_version } = state.queue
  return { body, headers: { etag: entityTag(sequence, line_version, low, high, free_places) } }
}

/** A queue that takes bookings shows them. @throws ProblemError `insufficient_scope` */
function requireBookingsScope({ bookings }: Pick<QueueUpdate, 'bookings'>, { scopes }: Caller): void {
  if (bookings && !scopes.includes('bookings:read'))
    throw new ProblemError('insufficient_scope', 'Showing bookings in a queue needs the scope bookings:read.')
}

/** A deleted queue no longer has settings. */
const changesOf = (before: QueueRecord, after: QueueRecord): FieldChanges =>
  changesBetween(queueSettings(before), after.deleted_at ? null : queueSettings(after))

type ByIdCall = Pick<
  Call<typeof operations.getQueue>,
  'params' | 'caller' | 'origin' | 'ifMatch' | 'idempotency'
>

/** Routes of queues. */
export function queueRoutes(ctx: QueueContext, routes: OperationRouter): void {
  const act = ({ origin }: Pick<ByIdCall, 'origin'>) => ({ now: ctx.clock.now(), origin })
  const view = (): QueueView => ({ now: ctx.clock.now(), joinUrl: ctx.joinUrl })
  const command = (call: ByIdCall, decide: (state: QueueState) => Change): Command => ({
    queueId: call.params.id,
    decide: (state) => {
      const own = withJoinCountry(requireOwnQueue(state, call.caller), call.caller.country)
      requireMatch(call.ifMatch, own.queue.sequence)
      const change = decide(own)
      return { changes: changesOf(own.queue, change.state.queue), ...change }
    },
  })
  const change = (call: ByIdCall, decide: (state: QueueState) => Change) =>
    ctx.writer.answer(
      command(call, decide),
      ({ state, changes }) => ({ ...reply(state, view()), ...(changes && { audit: { changes } }) }),
      call.idempotency,
    )
  const update = (call: ByIdCall, given: QueueUpdate) =>
    change(call, (current) => updateQueue(current, given, act(call)))

  routes.on(operations.listQueues, async ({ query, caller }) => {
    const list = `queues ${caller.organization_id} ${query.status ?? ''}`
    const found = await ctx.queues.page({
      access: caller,
      status: query.status,
      after: placeOf(ctx.cursors, list, query),
      limit: query.limit + 1,
    })
    const states = await ctx.reader.queues(found.map(({ _id }) => _id))
    const shown = view()
    return pageReply({
      cursors: ctx.cursors,
      list,
      query,
      found,
      place: ({ created_at, _id }) => [created_at.toISOString(), _id],
      present: (queue) =>
        presentQueue(states.get(queue._id) ?? { queue, line: Line.empty, pace: NO_PACE }, shown),
    })
  })

  routes.on(operations.createQueue, async (call) => {
    requireBookingsScope(call.body, call.caller)
    const created = createQueue(call.body, call.caller, act(call))
    return await ctx.idempotency.once(call.idempotency, async (session) => {
      const { organization_id } = call.caller
      await requireRoom('queue', call.caller, (limit) =>
        ctx.queues.count(organization_id, { session, limit }),
      )
      await ctx.queues.create(created.state.queue, created.events, session)
      const { body, headers } = reply(created.state, view())
      return { body, headers: { ...headers, location: `/v1/queues/${body.id}` } }
    })
  })

  routes.on(operations.getQueue, async (call) => {
    return reply(await ctx.reader.queue(call.params.id, call.caller), view())
  })
  routes.on(operations.getQueueRefusals, async ({ params, caller }) => {
    const { queue } = await ctx.reader.queue(params.id, caller)
    const data = await ctx.guard.refusals(queue.organization_id, queue._id)
    return { body: { data: data as Refusals['data'] } }
  })
  routes.on(operations.streamQueue, async ({ params, caller, lastEventId }) => ({
    body: await ctx.live.followQueue(params.id, caller, lastEventId),
    headers: EVENT_STREAM_HEADERS,
  }))
  routes.on(operations.updateQueue, async (call) => {
    requireBookingsScope(call.body, call.caller)
    return await update(call, call.body)
  })
  routes.on(operations.pauseQueue, (call) =>
    update(call, {
      status: 'paused',
      ...(call.body.reason !== undefined && { pause_reason: call.body.reason }),
    }),
  )
  routes.on(operations.countFreePlaces, (call) =>
    change(call, (current) => countFreePlaces(current, call.body.count, act(call))),
  )
  routes.on(operations.resumeQueue, (call) => update(call, { status: 'active' }))

  routes.on(operations.deleteQueue, async (call) => {
    const removeGuests = call.query.remove_guests === 'true'
    const { state, changes } = await ctx.writer.submit(
      command(call, (current) => deleteQueue(current, removeGuests, act(call))),
    )
    await removeRemainingGuests(ctx, state.queue, call.origin)
    return { body: null, ...(changes && { audit: { changes } }) }
  })
}
