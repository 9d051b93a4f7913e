import { newId } from '@usher/service-kit'
import type { QueueContext } from '../context.ts'
import { guestCommand } from '../engine/guest-command.ts'
import { markNoShow } from './transitions.ts'

const CHUNK = 256

/**
 * Marks guests as no-show who were notified longer ago than their queue allows. Several replicas may run it at once:
 * the second finds nothing left to mark.
 */
export async function markOverdueNoShows(ctx: QueueContext): Promise<void> {
  const now = ctx.clock.now()
  const overdue = await ctx.guests.overdue(now, CHUNK)
  await Promise.all(
    overdue.map(({ _id, organization_id }) => {
      const origin = { organizationId: organization_id, actor: 'system', requestId: newId('request') }
      return ctx.writer.submit(
        guestCommand(_id, { organization_id }, (state, guest) =>
          guest.no_show_due_at && guest.no_show_due_at <= now
            ? markNoShow(state, guest, { now, origin, statusUrl: ctx.statusUrl })
            : { state, guest, events: [] },
        ),
      )
    }),
  )
}
