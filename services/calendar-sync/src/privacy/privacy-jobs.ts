import type { PrivacyRecords } from '@usher/contracts'
import { createPrivacyStep, type PrivacyRequest } from '@usher/service-kit'
import { disconnectProvider } from '../connecting/disconnect.ts'
import { presentConnection } from '../connections/connection.ts'
import type { CalendarSyncContext } from '../context.ts'

/** Most connections of an organisation: one per provider. */
const MAX = 1_000

/** Runs an export or an erasure in one step: an organisation has few connections. */
export const privacyStep = (ctx: CalendarSyncContext) =>
  createPrivacyStep<never>('calendar-sync', ctx.clock, async (request) => {
    const { subject, isExport } = request
    if ('organization' in subject) return { answer: { part: 1, ...(await ofOrganization(ctx, request)) } }
    // Of customers there are names in bookings ahead, which follow booking: erased there, they are here.
    return { answer: { part: 1, records: 0, data: isExport ? [] : null } }
  })

async function ofOrganization(
  ctx: CalendarSyncContext,
  { organizationId, isExport, origin }: PrivacyRequest,
) {
  const all = await ctx.connections.list(organizationId, { afterId: undefined, limit: MAX })
  if (isExport) {
    const data: PrivacyRecords = all.map((record) => ({
      type: 'calendar_connection',
      ...presentConnection(record),
    }))
    return { records: data.length, data }
  }
  for (const { provider_id } of all) await disconnectProvider(ctx, origin, provider_id)
  await eraseRest(ctx, organizationId)
  return { records: all.length, data: null }
}

/**
 * What belongs to an organisation but is no record of its own. Access at Google is still to be revoked: its tokens
 * are deleted with that.
 */
async function eraseRest(ctx: CalendarSyncContext, organizationId: string): Promise<void> {
  const { flows, confirmations, providers, organizations, syncs, busySequences, idempotency } = ctx
  const { bookings, calendars, links, busy, conflicts } = ctx
  const own = [flows, confirmations, providers, syncs, busySequences, idempotency]
  for (const store of [...own, bookings, calendars, links, busy, conflicts])
    await store.deleteAllOf(organizationId)
  await organizations.delete(organizationId)
}
