import { type AuditNote, operations } from '@usher/contracts'
import {
  EVENT_STREAM_HEADERS,
  notFound,
  type OpenCall,
  type OperationRouter,
  pageReply,
  placeOf,
  withAuditNote,
} from '@usher/service-kit'
import type { QueueContext } from '../context.ts'
import { guestCommand } from '../engine/guest-command.ts'
import { withChanges } from '../guests/guest-audit.ts'
import { type GuestDecision, removeGuest } from '../guests/transitions.ts'
import { ACTOR } from '../records/guest-record.ts'
import { readTimeline } from '../timeline/timeline.ts'
import { keyWithin } from './guest-request.ts'
import { changeOwnPlace, deferTurn, reportArrival, returnToLine } from './own-place-decisions.ts'
import { ownPlaceReply, presentOwnEntry } from './own-place-view.ts'

type ActingCall = Pick<OpenCall<typeof operations.leaveLine>, 'params' | 'origin' | 'idempotency'>

/** Routes for guests' own pages, which identify them by token. */
export function ownPlaceRoutes(ctx: QueueContext, { on }: OperationRouter): void {
  const act = async (call: ActingCall, decide: GuestDecision) => {
    const { id, access } = await findByToken(ctx, call.params.token)
    const note: AuditNote = { organization_id: access.organization_id, actor: ACTOR, resource: id }
    const origin = { ...call.origin, organizationId: access.organization_id, actor: ACTOR }
    const command = guestCommand(id, access, (state, guest) =>
      withChanges(
        { state, guest },
        decide(state, guest, { now: ctx.clock.now(), origin, statusUrl: ctx.statusUrl }),
      ),
    )
    const key = keyWithin(access, call.idempotency)
    return await withAuditNote(note, () =>
      ctx.writer.answer(
        command,
        ({ guest, state, changes = {} }) => ({
          ...ownPlaceReply(guest, state, ctx.clock.now()),
          audit: { ...note, changes },
        }),
        key,
      ),
    )
  }

  on(operations.getOwnPlace, async ({ params }) => {
    const { id, access } = await findByToken(ctx, params.token)
    const { guest, state } = await ctx.reader.guest(id, access)
    return ownPlaceReply(guest, state, ctx.clock.now())
  })
  on(operations.getOwnTimeline, async ({ params, query }) => {
    const { id, access } = await findByToken(ctx, params.token)
    const { guest, state } = await ctx.reader.guest(id, access)
    const list = `own timeline ${id}`
    const page = { after: placeOf(ctx.cursors, list, query), limit: query.limit + 1 }
    const { found, next } = await readTimeline(ctx.ledger, guest, access, page)
    return pageReply({
      cursors: ctx.cursors,
      list,
      query,
      found,
      ...(next && { next }),
      place: ({ place }) => place,
      present: ({ entry }) => presentOwnEntry(entry, state),
    })
  })
  on(operations.streamOwnPlace, async ({ params }) => {
    const { id, access } = await findByToken(ctx, params.token)
    return { body: await ctx.live.followGuest(id, access), headers: EVENT_STREAM_HEADERS }
  })
  on(operations.leaveLine, (call) => act(call, removeGuest))
  on(operations.reportArrival, (call) => act(call, reportArrival))
  on(operations.deferTurn, (call) => act(call, deferTurn(call.body)))
  on(operations.returnToLine, (call) => act(call, returnToLine))
  on(operations.updateOwnPlace, (call) => act(call, changeOwnPlace(call.body)))
}

/** @throws ProblemError `not_found`, the same for an invalid token and a deleted guest */
async function findByToken({ tokens, guests }: QueueContext, token: string) {
  const id = tokens.idOf(token)
  const organization_id = id && (await guests.organizationOf(id))
  if (!id || !organization_id) throw notFound('guest')
  return { id, access: { organization_id } }
}
