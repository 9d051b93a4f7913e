import { type CloudEvent, type PrivacyRecords, privacyRequested } from '@usher/contracts'
import { originOf, privacyAnswer, type Step } from '@usher/service-kit'
import { disconnectProvider } from '../connecting/disconnect.ts'
import { presentConnection } from '../connections/connection.ts'
import type { CalendarSyncContext } from '../context.ts'

/** Most connections of an organisation: one per provider. */
const MOST = 1_000

/** Runs an export or an erasure in one step: an organisation has few connections. */
export const createPrivacyStep =
  (ctx: CalendarSyncContext) =>
  async (event: CloudEvent): Promise<Step<never>> => {
    const { kind, subject } = privacyRequested.data.parse(event.data)
    const isExport = kind === 'export'
    const done =
      'organization' in subject
        ? await ofOrganization(ctx, event, isExport)
        : // Of customers there are names in bookings ahead, which follow booking: erased there, they are here.
          { records: 0, data: isExport ? [] : null }
    const answer = { part: 1, isLast: true, ...done }
    return { events: [privacyAnswer('calendar-sync', event, answer, ctx.clock.now())] }
  }

async function ofOrganization(ctx: CalendarSyncContext, event: CloudEvent, isExport: boolean) {
  const all = await ctx.connections.list(event.organizationid, { afterId: undefined, limit: MOST })
  if (isExport) {
    const data: PrivacyRecords = all.map((record) => ({
      type: 'calendar_connection',
      ...presentConnection(record),
    }))
    return { records: data.length, data }
  }
  for (const { provider_id } of all) await disconnectProvider(ctx, originOf(event), provider_id)
  await eraseRest(ctx, event.organizationid)
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
