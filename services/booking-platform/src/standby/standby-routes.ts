import { operations } from '@usher/contracts'
import { type OperationRouter, pageReply, placeOf, searchOf } from '@usher/service-kit'
import type { BookingPlatformContext } from '../context.ts'
import { end } from './endings.ts'
import { presentStandby, type StandbyRecord, standbyChanges } from './standby.ts'

/** Routes for staff to see and end standbys. */
export function standbyRoutes(ctx: BookingPlatformContext, { on }: OperationRouter): void {
  const { cursors, idempotency, standbys } = ctx

  on(operations.listStandbys, async ({ query, caller }) => {
    const { limit, cursor: _, q, ...given } = query
    const filter = { ...given, search: searchOf(q, caller) }
    const list = JSON.stringify(['standbys', caller.organization_id, filter])
    const page = { after: placeOf(cursors, list, query), limit: limit + 1 }
    const found = await standbys.page(caller.organization_id, filter, page)
    const place = ({ created_at, _id }: StandbyRecord) => [created_at.toISOString(), _id]
    return pageReply({ cursors, list, query, found, place, present: presentStandby })
  })

  on(operations.removeStandby, ({ params, caller, origin }) =>
    idempotency.once(undefined, async (session) => {
      const before = await standbys.require(caller.organization_id, params.id, session)
      const after = await end(session, ctx, before, { reason: 'removed', origin })
      return { body: null, audit: { changes: standbyChanges(before, after) } }
    }),
  )
}
