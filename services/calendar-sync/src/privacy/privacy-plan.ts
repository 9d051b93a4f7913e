import type { PrivacyPlan } from '@usher/service-kit'
import { disconnectProvider } from '../connecting/disconnect.ts'
import type { CalendarSyncContext } from '../context.ts'

/**
 * What is exported and erased of calendars. Of customers there are only names in upcoming bookings, which follow the
 * bookings: erased there, they are erased here.
 */
export function privacyPlan(ctx: CalendarSyncContext): PrivacyPlan {
  const connections = ctx.connections.personalData(async (found, { origin }) => {
    for (const { provider_id } of found) await disconnectProvider(ctx, origin, provider_id)
  })
  const { flows, confirmations, providers, organizations, syncs, busySequences, idempotency } = ctx
  const { bookings, calendars, links, busy, conflicts } = ctx
  const ofConnecting = [flows, confirmations, providers, organizations, syncs, busySequences, idempotency]
  return {
    service: 'calendar-sync',
    people: { exported: [], erased: [], isRepeated: false },
    organization: {
      exported: [connections],
      deleted: [connections],
      // Not the revocations: they delete the tokens once access at Google is revoked.
      cleared: [...ofConnecting, bookings, calendars, links, busy, conflicts],
      isRepeated: false,
    },
  }
}
