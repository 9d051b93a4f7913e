import { apiKeyRevoked } from '@usher/contracts'
import { appendToOutbox, newEvent, newId } from '@usher/service-kit'
import type { AccountsContext } from '../context.ts'

/**
 * Revokes a key at once and for good; the event that tells the gateways commits with it.
 *
 * @returns false when the key was revoked already or does not exist
 */
export async function revokeApiKey(context: AccountsContext, id: string, actor: string): Promise<boolean> {
  const now = context.clock.now()
  return await context.connection.transaction(async (session) => {
    const key = await context.apiKeys.markRevoked(id, now, session)
    if (!key) return false
    const event = newEvent(apiKeyRevoked, {
      subject: id,
      // The first and last event of a key.
      sequence: 1,
      time: now,
      origin: { organizationId: key.organization_id, actor, requestId: newId('request') },
      data: { id },
    })
    await appendToOutbox(context.outbox, [event], session)
    return true
  })
}
