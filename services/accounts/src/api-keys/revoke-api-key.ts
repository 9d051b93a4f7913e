import { apiKeyRevoked } from '@usher/contracts'
import { appendToOutbox, newEvent, type Origin } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { AccountsContext } from '../context.ts'
import type { ApiKey } from './api-key.ts'

/** The key meant: any, or only one of an organisation. */
interface Target {
  readonly id: string
  readonly organizationId?: string
}

/**
 * Revokes a key at once and for good; the event that tells the gateways commits with it.
 *
 * @returns the key as revoked; null when it was revoked already or does not exist
 */
export const revokeApiKey = (
  context: AccountsContext,
  target: Target,
  origin: Omit<Origin, 'organizationId'>,
): Promise<ApiKey | null> =>
  context.connection.transaction((session) => revokeWithin(session, context, target, origin))

/** Revokes a key in the transaction of something else. */
export async function revokeWithin(
  session: ClientSession,
  { apiKeys, outbox, clock }: AccountsContext,
  { id, organizationId }: Target,
  origin: Omit<Origin, 'organizationId'>,
): Promise<ApiKey | null> {
  const now = clock.now()
  const wanted = { _id: id, ...(organizationId !== undefined && { organization_id: organizationId }) }
  const key = await apiKeys.markRevoked(wanted, now, session)
  if (!key) return null
  const event = newEvent(apiKeyRevoked, {
    subject: id,
    // The last event of a key, after that of its creation.
    sequence: 2,
    time: now,
    origin: { ...origin, organizationId: key.organization_id },
    data: { id },
  })
  await appendToOutbox(outbox, [event], session)
  return key
}
