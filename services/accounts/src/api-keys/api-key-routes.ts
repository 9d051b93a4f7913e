import { operations } from '@usher/contracts'
import {
  changesBetween,
  entityTag,
  invalidField,
  notFound,
  type OperationRouter,
  pageReply,
  placeOf,
  requireRoom,
} from '@usher/service-kit'
import type { ServiceContext } from '../context.ts'
import { startTestMode } from '../organizations/start-test-mode.ts'
import { type ApiKey, newApiKey, presentApiKey } from './api-key.ts'
import { insertApiKey } from './insert-api-key.ts'
import { requireOwnScopes } from './own-scopes.ts'
import { revokeApiKey } from './revoke-api-key.ts'
import { rotateApiKey } from './rotate-api-key.ts'
import { updateApiKey } from './update-api-key.ts'

/** Routes for API keys. */
export function apiKeyRoutes(context: ServiceContext, { on }: OperationRouter): void {
  const { apiKeys, clock, cursors, idempotency: answers } = context

  on(operations.listApiKeys, async ({ query, caller }) => {
    const list = `api-keys ${caller.organization_id}`
    const [afterId] = placeOf(cursors, list, query) ?? []
    const found = await apiKeys.list(caller.organization_id, { afterId, limit: query.limit + 1 })
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
    const key = await apiKeys.findOf(caller.organization_id, params.id)
    if (!key) throw notFound('API key')
    return { body: presentApiKey(key), headers: { etag: tagOf(key) } }
  })

  on(operations.updateApiKey, async ({ params, body, origin }) => {
    const { before, after } = await updateApiKey(context, params.id, body, origin)
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

  on(operations.revokeApiKey, async ({ params, caller, origin }) => {
    const target = { id: params.id, organizationId: caller.organization_id }
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

/** Apart from its use and its settings, a key changes only once, when it is rotated. */
const tagOf = ({ replaced_by, last_used_at, changes = 0 }: ApiKey): string =>
  entityTag(2 * changes + (replaced_by ? 2 : 1), last_used_at?.getTime() ?? 0)

const madeReply = ({ record, key }: { record: ApiKey; key: string }) => ({
  body: { ...presentApiKey(record), api_key: key },
  headers: { location: `/account/api-keys/${record._id}` },
})
