import { type CalendarConnectionUpdate, type GoogleCalendar, operations } from '@usher/contracts'
import {
  entityTag,
  inTransaction,
  invalidField,
  type Job,
  type OperationRouter,
  pageReply,
  placeOf,
} from '@usher/service-kit'
import { type ConnectionRecord, connectionChanges, presentConnection } from '../connections/connection.ts'
import type { CalendarSyncContext } from '../context.ts'
import { calendarsOf } from '../google/calendars.ts'
import { problemOf } from '../google/problem.ts'
import { followConnection } from '../sync/follow-connection.ts'
import { disconnect } from './disconnect.ts'

/** Routes for an organisation's connections. */
export function connectionRoutes(
  ctx: CalendarSyncContext,
  { on }: OperationRouter,
  { revocations, sync }: { readonly revocations: Job; readonly sync: Job },
): void {
  const { cursors, connections } = ctx

  const calendars = (record: ConnectionRecord) =>
    problemOf(async () => await calendarsOf(ctx.googleOf(record)))

  on(operations.listCalendarConnections, async ({ query, caller }) => {
    const list = JSON.stringify(['calendar-connections', caller.organization_id])
    const [afterId] = placeOf(cursors, list, query) ?? []
    const found = await connections.list(caller.organization_id, { afterId, limit: query.limit + 1 })
    return pageReply({ cursors, list, query, found, place: ({ _id }) => [_id], present: presentConnection })
  })

  on(operations.getCalendarConnection, async ({ params, caller }) =>
    reply(await connections.require(caller.organization_id, params.id)),
  )

  on(operations.listConnectionCalendars, async ({ params, caller }) => ({
    body: { data: await calendars(await connections.require(caller.organization_id, params.id)) },
  }))

  on(operations.updateCalendarConnection, async ({ params, body, caller, ifMatch }) => {
    const { organization_id: organizationId } = caller
    for (;;) {
      const before = await connections.requireMatching({ organizationId, id: params.id, ifMatch })
      if (body.calendar_id !== undefined || body.busy_calendar_ids !== undefined) {
        requireCalendars(body, await calendars(before))
      }
      const { breaker, ...chosen } = body
      const fields = { ...chosen, ...(breaker && { breaker: null }), updated_at: ctx.clock.now() }
      const after = { ...before, ...fields, version: before.version + 1 }
      const isChanged = await inTransaction(ctx.connection, async (session) => {
        if (!(await connections.change(before, fields, session))) return false
        if (breaker === 'restore') await ctx.links.restoreHeld(before._id, session)
        await followConnection(session, ctx, after, body.busy_invitations !== undefined)
        return true
      })
      if (isChanged) {
        void sync.run()
        return { ...reply(after), audit: { changes: connectionChanges(before, after) } }
      }
    }
  })

  on(operations.deleteCalendarConnection, async ({ params, caller, ifMatch, origin }) => {
    const { organization_id: organizationId } = caller
    for (;;) {
      const before = await connections.requireMatching({ organizationId, id: params.id, ifMatch })
      const isGone = await inTransaction(ctx.connection, (session) =>
        disconnect(ctx, origin, before, session),
      )
      if (!isGone) continue
      void revocations.run()
      return { body: null, audit: { changes: connectionChanges(before, null) } }
    }
  })
}

const reply = (record: ConnectionRecord) => ({
  body: presentConnection(record),
  headers: { etag: entityTag(record.version) },
})

/** @throws ProblemError `validation_failed` for a calendar that the account does not have, or may not write to */
function requireCalendars(
  { calendar_id, busy_calendar_ids = [] }: CalendarConnectionUpdate,
  known: readonly GoogleCalendar[],
): void {
  const byId = new Map(known.map((calendar) => [calendar.id, calendar]))
  if (calendar_id !== undefined && !byId.get(calendar_id)?.writable) {
    throw invalidField('/calendar_id', 'must be a calendar that the account can write to', 'unknown_calendar')
  }
  const unknown = busy_calendar_ids.findIndex((id) => !byId.has(id))
  if (unknown >= 0) {
    const pointer = `/busy_calendar_ids/${unknown}`
    throw invalidField(pointer, 'must be a calendar of the account', 'unknown_calendar')
  }
}
