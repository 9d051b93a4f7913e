import { apiKeyCreated } from '@usher/contracts'
import { appendToOutbox, newEvent, type Origin } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { AccountsContext } from '../context.ts'
import type { ApiKey } from './api-key.ts'

/** Inserts a key together with its event. */
export async function insertApiKey(
  session: ClientSession,
  { apiKeys, outbox }: AccountsContext,
  key: ApiKey,
  origin: Omit<Origin, 'organizationId'>,
): Promise<void> {
  await apiKeys.insert(key, session)
  const event = newEvent(apiKeyCreated, {
    subject: key._id,
    sequence: 1,
    time: key.created_at,
    origin: { ...origin, organizationId: key.organization_id },
    data: { id: key._id, name: key.name, scopes: [...key.scopes] },
  })
  await appendToOutbox(outbox, [event], session)
}
