import { type ApiKeyUpdate, apiKeyUpdated } from '@usher/contracts'
import { appendToOutbox, inTransaction, newEvent, notFound, type Origin } from '@usher/service-kit'
import type { AccountsContext } from '../context.ts'
import type { ApiKey } from './api-key.ts'

/**
 * Changes a key, together with the event that makes gateways look it up again.
 *
 * @throws ProblemError `not_found`
 */
export const updateApiKey = (
  { apiKeys, outbox, clock, connection }: AccountsContext,
  id: string,
  change: ApiKeyUpdate,
  origin: Origin,
): Promise<{ before: ApiKey; after: ApiKey }> =>
  inTransaction(connection, async (session) => {
    const changed = await apiKeys.change(origin.organizationId, id, change, session)
    if (!changed) throw notFound('API key')
    const sequence = 1 + (changed.after.changes ?? 0)
    const facts = { subject: id, sequence, time: clock.now(), origin, data: { id } }
    await appendToOutbox(outbox, [newEvent(apiKeyUpdated, facts)], session)
    return changed
  })
