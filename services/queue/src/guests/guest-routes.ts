import { type GuestStatus, operations } from '@usher/contracts'
import {
  type Call,
  normalizePhone,
  type OperationRouter,
  pageReply,
  placeOf,
  requireMatch,
  searchOf,
} from '@usher/service-kit'
import type { Access } from '../access.ts'
import type { QueueContext } from '../context.ts'
import type { Command } from '../engine/command.ts'
import { guestCommand } from '../engine/guest-command.ts'
import { requireOwnQueue } from '../queue-state/own-queue.ts'
import type { GuestChange, QueueState } from '../queue-state/queue-state.ts'
import { type GuestRecord, IN_LINE, isInLine } from '../records/guest-record.ts'
import { addGuest } from './add-guest.ts'
import { moveGuest, updateGuest } from './edits.ts'
import { withChanges } from './guest-audit.ts'
import { addedReply, guestReply, viewNow } from './guest-reply.ts'
import type { GuestPage } from './guest-search-store.ts'
import { presentGuest } from './guest-view.ts'
import {
  type GuestDecision,
  markNoShow,
  notifyGuestWith,
  removeGuestOnce,
  seatGuest,
  undoGuest,
} from './transitions.ts'
import { markRepliesRead } from './unread-replies.ts'

type ByIdCall = Pick<
  Call<typeof operations.getGuest>,
  'params' | 'caller' | 'origin' | 'ifMatch' | 'idempotency'
>

/** Routes of guests. */
export function guestRoutes(ctx: QueueContext, routes: OperationRouter): void {
  const reply = guestReply(ctx)
  const act = ({ origin }: Pick<ByIdCall, 'origin'>) => ({
    now: ctx.clock.now(),
    origin,
    statusUrl: ctx.statusUrl,
  })
  const command = (call: ByIdCall, decision: GuestDecision) =>
    guestCommand(call.params.id, call.caller, (state, guest) => {
      requireMatch(call.ifMatch, guest.sequence)
      return withChanges({ state, guest }, decision(state, guest, act(call)))
    })
  const decide = (call: ByIdCall, decision: GuestDecision) =>
    ctx.writer.answer(command(call, decision), reply, call.idempotency)
  const withPhone = <Given extends { phone?: string | null | undefined }>(
    given: Given,
    country: string,
  ): Given => (given.phone ? { ...given, phone: normalizePhone(given.phone, country) } : given)

  routes.on(operations.addGuest, async (call) => {
    const given = withPhone(call.body, call.caller.country)
    const { organization_id, queue_ids } = call.caller
    const { phone } = given
    const duplicateOf = phone ? await ctx.findDuplicate({ organization_id, queue_ids, phone }) : null
    const adding: Command<GuestChange> = {
      queueId: call.params.id,
      decide: (current) => addGuest(requireOwnQueue(current, call.caller), given, act(call), duplicateOf),
    }
    return await ctx.writer.answer(adding, addedReply(ctx), call.idempotency)
  })

  routes.on(operations.listGuests, async ({ params, query, caller }) => {
    const { status, created_from: createdFrom, created_to: createdTo, tag: tags, q: text } = query
    const list = `guests ${params.id} ${JSON.stringify([status, createdFrom, createdTo, text, ...(tags ?? [])])}`
    const { guests, state, lineVersion } = await readPage(ctx, params.id, caller, {
      statuses: status.split(',') as GuestStatus[],
      createdFrom,
      createdTo,
      tags,
      search: searchOf(text, caller),
      after: placeOf(ctx.cursors, list, query),
      limit: query.limit + 1,
    })
    const view = viewNow(ctx)
    const { body, ...page } = pageReply({
      cursors: ctx.cursors,
      list,
      query,
      found: guests,
      place: ({ rank, _id }) => [rank, _id],
      present: (guest) => presentGuest(guest, state, view),
    })
    return { ...page, body: { ...body, line_version: lineVersion } }
  })

  routes.on(operations.listAllGuests, async ({ query, caller }) => {
    const { status, unread, q: text } = query
    const { organization_id, queue_ids } = caller
    const list = JSON.stringify(['all guests', organization_id, queue_ids, status, unread, text])
    const found = await ctx.guestSearch.all(caller, {
      statuses: status?.split(',') as GuestStatus[] | undefined,
      isUnread: unread === 'true',
      search: searchOf(text, caller),
      after: placeOf(ctx.cursors, list, query),
      limit: query.limit + 1,
    })
    const states = await ctx.reader.queues([...new Set(found.map(({ queue_id }) => queue_id))])
    const view = viewNow(ctx)
    return pageReply({
      cursors: ctx.cursors,
      list,
      query,
      found: found.flatMap((guest) => {
        const state = states.get(guest.queue_id)
        return state ? [{ guest, state }] : []
      }),
      place: ({ guest }) => [guest._id],
      present: ({ guest, state }) => presentGuest(guest, state, view),
    })
  })

  routes.on(operations.getGuest, async ({ params, caller }) =>
    reply(await ctx.reader.guest(params.id, caller)),
  )
  routes.on(operations.updateGuest, async (call) => {
    const given = withPhone(call.body, call.caller.country)
    return await decide(call, (state, guest, when) => updateGuest(state, guest, given, when))
  })
  routes.on(operations.notifyGuest, (call) => decide(call, notifyGuestWith(call.body)))
  routes.on(operations.seatGuest, (call) => decide(call, seatGuest))
  routes.on(operations.markNoShow, (call) => decide(call, markNoShow))
  routes.on(operations.undoGuest, (call) => decide(call, undoGuest(call.body)))
  routes.on(operations.markRepliesRead, (call) => decide(call, markRepliesRead(new Date(call.body.until))))
  routes.on(operations.removeGuest, async (call) => {
    const { changes } = await ctx.writer.submit(command(call, removeGuestOnce(call.query.reason)))
    return { body: null, ...(changes && { audit: { changes } }) }
  })

  routes.on(operations.moveGuest, (call) => {
    const { params, caller, body, ifMatch } = call
    const behind = 'after' in body ? body.after : undefined
    const moving = guestCommand(
      params.id,
      caller,
      (state, guest, lookUp) => {
        requireMatch(ifMatch, guest.sequence)
        const target = behind === undefined ? undefined : lookUp(behind)
        const moved = moveGuest(state, guest, body, target, act(call))
        return { ...withChanges({ state, guest }, moved), reason: body.reason }
      },
      behind === undefined ? {} : { guestIds: [behind] },
    )
    return ctx.writer.answer(moving, reply, call.idempotency)
  })
}

interface FoundPage {
  readonly guests: GuestRecord[]
  readonly state: QueueState
  /** Version of the line in which all of them were found; null: they may be older than the state. */
  readonly lineVersion: number | null
}

/**
 * Guests of a queue in line order, with the queue as of the same moment or later; guests who left appear where they
 * stood. Without filters the page comes from the line in memory.
 *
 * @throws ProblemError `not_found`, `forbidden`
 */
async function readPage(
  { reader, guestSearch }: Pick<QueueContext, 'reader' | 'guestSearch'>,
  queueId: string,
  access: Access,
  page: GuestPage,
): Promise<FoundPage> {
  const [rank, id] = page.after ?? []
  const behind = rank !== undefined && id !== undefined ? { rank, id } : undefined
  const inLine =
    isWholeLine(page) && (await reader.guestsInLine(queueId, access, { behind, limit: page.limit }))
  if (inLine) return { ...inLine, lineVersion: inLine.state.queue.line_version }
  const { queue } = await reader.queue(queueId, access)
  const guests = await guestSearch.page(queue, page)
  return { guests, state: await reader.queue(queueId, access), lineVersion: null }
}

/** Whether the page is unfiltered and includes everybody in line. */
const isWholeLine = ({ statuses, createdFrom, createdTo, tags, search }: GuestPage): boolean =>
  IN_LINE.every((status) => statuses.includes(status)) &&
  statuses.every(isInLine) &&
  !(createdFrom || createdTo || tags || search)
