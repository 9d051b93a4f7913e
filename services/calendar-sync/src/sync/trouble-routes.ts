import { operations } from '@usher/contracts'
import { type OperationRouter, pageReply, placeOf } from '@usher/service-kit'
import type { CalendarSyncContext } from '../context.ts'
import { type ConflictRecord, presentConflict } from './records/conflict-store.ts'
import { type HeldLink, presentHeld } from './records/link-record.ts'

/** Routes for what needs a person's attention: conflicts, and bookings held back while a connection is paused. */
export function troubleRoutes(
  { cursors, connections, conflicts, links }: CalendarSyncContext,
  { on }: OperationRouter,
): void {
  on(operations.listCalendarConflicts, async ({ params: { id }, query, caller: { organization_id } }) => {
    await connections.require(organization_id, id)
    const list = JSON.stringify(['calendar-conflicts', organization_id, id])
    const after = afterOf(placeOf(cursors, list, query))
    const found = await conflicts.list(organization_id, id, {
      limit: query.limit + 1,
      ...(after && { after: { at: after.time, _id: after._id } }),
    })
    const place = ({ at, _id }: ConflictRecord) => [at.toISOString(), _id]
    return pageReply({ cursors, list, query, found, place, present: presentConflict })
  })

  on(operations.listHeldBookings, async ({ params: { id }, query, caller: { organization_id } }) => {
    await connections.require(organization_id, id)
    const list = JSON.stringify(['held-bookings', organization_id, id])
    const after = afterOf(placeOf(cursors, list, query))
    const found = await links.held(organization_id, id, {
      limit: query.limit + 1,
      ...(after && { after: { end: after.time, _id: after._id } }),
    })
    const place = ({ end, _id }: HeldLink) => [end.toISOString(), _id]
    return pageReply({ cursors, list, query, found, place, present: presentHeld })
  })
}

function afterOf([time, _id]: readonly string[] = []): { time: Date; _id: string } | undefined {
  return time === undefined || _id === undefined ? undefined : { time: new Date(time), _id }
}
