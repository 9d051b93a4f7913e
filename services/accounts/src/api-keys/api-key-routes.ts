import {
  type ApiKeyUpdate,
  apiKeyUpdated,
  type Caller,
  type FieldChanges,
  operations,
} from '@usher/contracts'
import {
  appendToOutbox,
  changesBetween,
  entityTag,
  inTransaction,
  invalidField,
  newEvent,
  notFound,
  type OperationRouter,
  type Origin,
  ProblemError,
  pageReply,
  placeOf,
  requireRoom,
  type Target,
} from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { AccountsContext, ServiceContext } from '../context.ts'
import { startTestMode } from '../organizations/start-test-mode.ts'
import {
  type ApiKey,
  endOfOverlap,
  newApiKey,
  presentApiKey,
  requireOwnScopes,
  versionOf,
} from './api-key.ts'
import { insertApiKey } from './api-key-store.ts'
import { revokeApiKey, revokeWithin } from './revoke-api-key.ts'

/** Routes for API keys. */
export function apiKeyRoutes(context: ServiceContext, { on }: OperationRouter): void {
  const { apiKeys, clock, cursors, idempotency: answers } = context

  on(operations.listApiKeys, async ({ query, caller }) => {
    const list = `api-keys ${caller.organization_id}`
    const [afterId] = placeOf(cursors, list, query) ?? []
    const page = { afterId, limit: query.limit + 1 }
    const found = await apiKeys.list(caller.organization_id, page, { revoked_at: null })
    return pageReply({ cursors, list, query, found, place: ({ _id }) => [_id], present: presentApiKey })
  })

  on(operations.createApiKey, async ({ body, caller, origin, idempotency }) => {
    requireOwnScopes(caller, body.scopes)
    const now = clock.now()
    const owner = { organization_id: caller.organization_id, created_by: caller.actor }
    const details = { ...body, ...owner, expires_at: readEnd(body.expires_at, now) }
    return await answers.once(idempotency, async (session) => {
      if (body.livemode === false) await startTestMode(session, context, caller.organization_id, origin)
      await requireRoom('apiKey', caller, (limit) =>
        apiKeys.count(caller.organization_id, { session, limit }),
      )
      const made = newApiKey(details, now)
      await insertApiKey(session, context, made.record, origin)
      return madeReply(made)
    })
  })

  on(operations.getApiKey, async ({ params, caller }) => {
    const key = await apiKeys.require(caller.organization_id, params.id)
    return { body: presentApiKey(key), headers: { etag: tagOf(key) } }
  })

  on(operations.updateApiKey, async ({ params, body, origin, ifMatch }) => {
    const target = { organizationId: origin.organizationId, id: params.id, ifMatch }
    const { before, after } = await updateApiKey(context, target, body, origin)
    const changes = changesBetween(auditFacts(before), auditFacts(after))
    return { body: presentApiKey(after), headers: { etag: tagOf(after) }, audit: { changes } }
  })

  on(operations.rotateApiKey, async ({ params, body, caller, origin, idempotency }) => {
    const rotation = { id: params.id, overlapHours: body.overlap_hours, caller, origin }
    return await answers.once(idempotency, async (session) => {
      const { changes, ...made } = await rotateApiKey(session, context, rotation)
      return { ...madeReply(made), audit: { resource: params.id, changes } }
    })
  })

  on(operations.revokeApiKey, async ({ params, caller, origin, ifMatch }) => {
    const target = { id: params.id, organizationId: caller.organization_id, ifMatch }
    const revoked = await revokeApiKey(context, target, origin)
    if (!revoked) throw notFound('API key')
    const before = { ...revoked, revoked_at: null }
    return { body: null, audit: { changes: changesBetween<ApiKey>(before, revoked) } }
  })
}

/** @throws ProblemError `validation_failed` for an expiry in the past */
function readEnd(expiresAt: string | null | undefined, now: Date): Date | null {
  if (!expiresAt) return null
  const end = new Date(expiresAt)
  if (end <= now) throw invalidField('/expires_at', 'must be in the future', 'in_the_past')
  return end
}

const auditFacts = ({ name, api_version }: ApiKey) => ({ name, api_version })

const tagOf = (key: ApiKey): string => entityTag(versionOf(key), key.last_used_at?.getTime() ?? 0)

const madeReply = ({ record, key }: { record: ApiKey; key: string }) => ({
  body: { ...presentApiKey(record), api_key: key },
  headers: { location: `/account/api-keys/${record._id}` },
})

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
async function rotateApiKey(
  session: ClientSession,
  context: AccountsContext,
  { id, overlapHours, caller, origin }: Rotation,
): Promise<{ record: ApiKey; key: string; changes: FieldChanges }> {
  const { apiKeys, clock } = context
  const now = clock.now()
  const old = await apiKeys.require(caller.organization_id, id, session)
  if (old.replaced_by) {
    throw new ProblemError('invalid_transition', `The key was already replaced by ${old.replaced_by}.`)
  }
  if (old.expires_at && old.expires_at <= now) {
    throw new ProblemError('invalid_transition', 'The key has expired. Create another.')
  }
  requireOwnScopes(caller, old.scopes)
  const { organization_id, livemode = true, name, scopes, queue_ids, expires_at } = old
  const kept = {
    organization_id,
    livemode,
    name,
    scopes,
    queue_ids,
    expires_at,
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

/**
 * Changes a key, together with the event that makes gateways look it up again.
 *
 * @throws ProblemError `not_found`
 */
const updateApiKey = (
  { apiKeys, outbox, clock, connection }: AccountsContext,
  target: Target,
  change: ApiKeyUpdate,
  origin: Origin,
): Promise<{ before: ApiKey; after: ApiKey }> =>
  inTransaction(connection, async (session) => {
    const changed = await apiKeys.change(target, change, session)
    const sequence = 1 + (changed.after.changes ?? 0)
    const facts = { subject: target.id, sequence, time: clock.now(), origin, data: { id: target.id } }
    await appendToOutbox(outbox, [newEvent(apiKeyUpdated, facts)], session)
    return changed
  })
