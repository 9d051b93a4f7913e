import { sessionRevoked } from '@usher/contracts'
import { appendToOutbox, inTransaction, newEvent, type Origin } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { AccountsContext } from '../context.ts'
import type { Session } from './session.ts'

/**
 * Ends one of a member's own sessions, together with the event for the gateways.
 *
 * @returns the ended session; null if the member has no such session
 */
export async function endSession(
  { connection, sessions, outbox, clock }: AccountsContext,
  id: string,
  origin: Origin,
): Promise<Session | null> {
  const owner = { organizationId: origin.organizationId, memberId: origin.actor }
  return await inTransaction(connection, async (transaction) => {
    const ended = await sessions.delete(owner, id, transaction)
    if (!ended) return null
    await appendToOutbox(outbox, [revoked(id, clock.now(), origin)], transaction)
    return ended
  })
}

/** Ends all but one of a member's sessions, together with the events for the gateways. */
export async function endOtherSessions(
  transaction: ClientSession,
  { sessions, outbox, clock }: AccountsContext,
  keptId: string,
  origin: Origin,
): Promise<void> {
  const owner = { organizationId: origin.organizationId, memberId: origin.actor }
  const ids = (await sessions.idsOf(owner, transaction)).filter((id) => id !== keptId)
  await sessions.deleteAllOf(owner, transaction, keptId)
  const events = ids.map((id) => revoked(id, clock.now(), origin))
  await appendToOutbox(outbox, events, transaction)
}

const revoked = (id: string, time: Date, origin: Origin) =>
  // A session has only this event.
  newEvent(sessionRevoked, { subject: id, sequence: 1, time, origin, data: { id } })
