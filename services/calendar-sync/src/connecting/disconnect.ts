import { appendToOutbox, type Origin } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { CalendarSyncContext } from '../context.ts'
import { leaveConnection } from '../sync/follow-connection.ts'
import type { ConnectionRecord } from './connection.ts'

/**
 * Takes a connection away: it blocks no time any more, and access is given back to Google afterwards.
 *
 * @returns false when it is gone or was changed since it was read
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
  await appendToOutbox(ctx.outbox, [await ctx.busyEvents.next(origin, nothing, session)], session)
  return true
}

/** Takes the connection of a provider away, if there is one. */
export async function disconnectProvider(
  ctx: CalendarSyncContext,
  origin: Origin,
  providerId: string,
): Promise<void> {
  await ctx.connection.transaction(async (session) => {
    const found = await ctx.connections.findOfProvider(origin.organizationId, providerId, session)
    if (found) await disconnect(ctx, origin, found, session)
  })
}
