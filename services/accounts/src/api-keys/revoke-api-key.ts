import { apiKeyRevoked } from '@usher/contracts'
import { appendToOutbox, inTransaction, newEvent, type Origin, requireMatch } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { AccountsContext } from '../context.ts'
import { type ApiKey, versionOf } from './api-key.ts'

/** The key to revoke, optionally limited to one organisation. */
interface Target {
  readonly id: string
  readonly organizationId?: string
  /** Its version, if that matters. */
  readonly ifMatch?: string | undefined
}

/**
 * Revokes a key at once and permanently, together with the event for the gateways.
 *
 * @returns the revoked key; null if it does not exist or was already revoked
 * @throws ProblemError `precondition_failed`
 */
export const revokeApiKey = (
  context: AccountsContext,
  target: Target,
  origin: Omit<Origin, 'organizationId'>,
): Promise<ApiKey | null> =>
  inTransaction(context.connection, (session) => revokeWithin(session, context, target, origin))

/** Revokes a key within an existing transaction. */
export async function revokeWithin(
  session: ClientSession,
  { apiKeys, outbox, clock }: AccountsContext,
  { id, organizationId, ifMatch }: Target,
  origin: Omit<Origin, 'organizationId'>,
): Promise<ApiKey | null> {
  const now = clock.now()
  const wanted = { _id: id, ...(organizationId !== undefined && { organization_id: organizationId }) }
  const key = await apiKeys.markRevoked(wanted, now, session)
  if (!key) return null
  requireMatch(ifMatch, versionOf(key))
  const event = newEvent(apiKeyRevoked, {
    subject: id,
    // A key's last event; the first was its creation.
    sequence: 2 + (key.changes ?? 0),
    time: now,
    origin: { ...origin, organizationId: key.organization_id },
    data: { id },
  })
  await appendToOutbox(outbox, [event], session)
  return key
}
