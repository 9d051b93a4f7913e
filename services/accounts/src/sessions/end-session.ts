import { sessionRevoked } from '@usher/contracts'
import { appendToOutbox, newEvent, type Origin } from '@usher/service-kit'
import type { AccountsContext } from '../context.ts'
import type { Session } from './session.ts'

/**
 * Ends one of a member's own sessions; the event that tells the gateways commits with it.
 *
 * @returns the session as it was; null when the member has no such session
 */
export async function endSession(
  { connection, sessions, outbox, clock }: AccountsContext,
  id: string,
  origin: Origin,
): Promise<Session | null> {
  const owner = { organizationId: origin.organizationId, memberId: origin.actor }
  return await connection.transaction(async (transaction) => {
    const ended = await sessions.delete(owner, id, transaction)
    if (!ended) return null
    const event = newEvent(sessionRevoked, {
      subject: id,
      // The first and last event of a session.
      sequence: 1,
      time: clock.now(),
      origin,
      data: { id },
    })
    await appendToOutbox(outbox, [event], transaction)
    return ended
  })
}
