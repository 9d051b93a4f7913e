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
  return {
    service: 'calendar-sync',
    people: { exported: [], erased: [], isRepeated: false },
    organization: {
      exported: [connections],
      deleted: [connections],
      // Revocations stay: they delete the tokens once access at Google is revoked.
      alsoDeleted: [ctx.idempotency],
      isRepeated: false,
    },
  }
}
