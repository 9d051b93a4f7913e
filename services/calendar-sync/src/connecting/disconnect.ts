import { inTransaction, type Origin } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { ConnectionRecord } from '../connections/connection.ts'
import type { CalendarSyncContext } from '../context.ts'
import { appendBusyEvent } from '../sync/append-busy-event.ts'
import { leaveConnection } from '../sync/follow-connection.ts'

/**
 * Deletes a connection: it blocks no more time, and its access at Google is revoked afterwards.
 *
 * @returns false if it was deleted or changed since it was read
 */
export async function disconnect(
  ctx: CalendarSyncContext,
  origin: Origin,
  record: ConnectionRecord,
  session: ClientSession,
): Promise<boolean> {
  if (!(await ctx.connections.delete(record, session))) return false
  const { _id, organization_id, account, tokens, provider_id } = record
  const now = ctx.clock.now()
  const subject = account.subject
  await ctx.revocations.insert({ _id, organization_id, subject, tokens, attempts: 0, due_at: now }, session)
  await leaveConnection(session, ctx, record)
  const nothing = { provider_id, as_of: now.toISOString(), linked: false, busy: [] }
  await appendBusyEvent(ctx, origin, nothing, session)
  return true
}

/** Deletes the connection of a provider, if there is one. */
export async function disconnectProvider(
  ctx: CalendarSyncContext,
  origin: Origin,
  providerId: string,
): Promise<void> {
  await inTransaction(ctx.connection, async (session) => {
    const found = await ctx.connections.findOfProvider(origin.organizationId, providerId, session)
    if (found) await disconnect(ctx, origin, found, session)
  })
}
