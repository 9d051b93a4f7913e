import type { Caller, FieldChanges } from '@usher/contracts'
import { changesBetween, notFound, type Origin, ProblemError } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { AccountsContext } from '../context.ts'
import { type ApiKey, endOfOverlap, newApiKey } from './api-key.ts'
import { insertApiKey } from './insert-api-key.ts'
import { requireOwnScopes } from './own-scopes.ts'
import { revokeWithin } from './revoke-api-key.ts'

interface Rotation {
  readonly id: string
  readonly overlapHours: number
  readonly caller: Caller
  readonly origin: Origin
}

/**
 * Replaces a key by a new one with the same name, scopes, queues, version and expiry; the old key works until the
 * overlap ends. `changes` are those of the old key.
 *
 * @throws ProblemError if the key does not exist, was already replaced, or has more scopes than the caller
 */
export async function rotateApiKey(
  session: ClientSession,
  context: AccountsContext,
  { id, overlapHours, caller, origin }: Rotation,
): Promise<{ record: ApiKey; key: string; changes: FieldChanges }> {
  const { apiKeys, clock } = context
  const now = clock.now()
  const old = await apiKeys.findOf(caller.organization_id, id, session)
  if (!old) throw notFound('API key')
  if (old.replaced_by) {
    throw new ProblemError('invalid_transition', `The key was already replaced by ${old.replaced_by}.`)
  }
  if (old.expires_at && old.expires_at <= now) {
    throw new ProblemError('invalid_transition', 'The key has expired. Create another.')
  }
  requireOwnScopes(caller, old.scopes)
  const { organization_id, livemode = true, name, scopes, queue_ids, expires_at } = old
  const kept = {
    ...{ organization_id, livemode, name, scopes, queue_ids, expires_at },
    api_version: old.api_version,
  }
  const made = newApiKey({ ...kept, created_by: caller.actor }, now)
  await insertApiKey(session, context, made.record, origin)
  const end = endOfOverlap(old, overlapHours, now)
  const change = { replaced_by: made.record._id, expires_at: end }
  await apiKeys.replace(id, change, session)
  if (overlapHours === 0) await revokeWithin(session, context, { id }, origin)
  return { ...made, changes: changesBetween({ replaced_by: old.replaced_by, expires_at }, change) }
}
