import { type Caller, oauthClientDeleted, oauthClientUpdated, operations } from '@usher/contracts'
import {
  appendToOutbox,
  entityTag,
  inTransaction,
  invalidField,
  newEvent,
  type OperationRouter,
  type Origin,
  ProblemError,
  pageReply,
  placeOf,
} from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import { requireOwnScopes } from '../api-keys/api-key.ts'
import type { ServiceContext } from '../context.ts'
import {
  changedClient,
  clientAuditChanges,
  hashClientSecret,
  newClientSecret,
  newOAuthClient,
  type OAuthClient,
  presentOAuthClient,
} from './oauth-client.ts'

/** Routes for partners' applications. */
export function oauthClientRoutes(context: ServiceContext, router: OperationRouter): void {
  readingRoutes(context, router)
  writingRoutes(context, router)
}

function readingRoutes({ oauthClients, cursors }: ServiceContext, { on }: OperationRouter): void {
  on(operations.listOAuthClients, async ({ query, caller }) => {
    const list = `oauth-clients ${caller.organization_id}`
    const [afterId] = placeOf(cursors, list, query) ?? []
    const found = await oauthClients.list(caller.organization_id, { afterId, limit: query.limit + 1 })
    return pageReply({ cursors, list, query, found, place: ({ _id }) => [_id], present: presentOAuthClient })
  })

  on(operations.getOAuthClient, async ({ params, caller }) => {
    return clientReply(await oauthClients.require(caller.organization_id, params.id))
  })
}

function writingRoutes(context: ServiceContext, { on }: OperationRouter): void {
  const { oauthClients, clock, connection, idempotency: answers } = context

  on(operations.createOAuthClient, async ({ body, caller, idempotency }) => {
    requireOwnScopes(caller, body.scopes)
    const owner = { organization_id: caller.organization_id, created_by: caller.actor }
    return await answers.once(idempotency, async (session) => {
      await oauthClients.requireRoom('oauthClient', caller, session)
      const { client, secret } = newOAuthClient(body, owner, clock.now())
      await oauthClients.insert(client, session)
      return secretReply(client, secret)
    })
  })

  on(operations.updateOAuthClient, async ({ params, body, caller, origin, ifMatch }) => {
    requireOwnScopes(caller, body.scopes ?? [])
    const target = { id: params.id, caller, origin, ifMatch }
    const { before, after } = await inTransaction(connection, (session) =>
      changeOAuthClient(session, context, target, (client) => {
        const wanted = changedClient(client, body, clock.now())
        if (!wanted) throw invalidField('/redirect_uris', 'must name at least one URL', 'redirect_uri')
        return wanted
      }),
    )
    return { ...clientReply(after), audit: { changes: clientAuditChanges(before, after) } }
  })

  on(operations.rotateOAuthClientSecret, async ({ params, caller, origin, ifMatch, idempotency }) => {
    const target = { id: params.id, caller, origin, ifMatch }
    return await answers.once(idempotency, async (session) => {
      const secret = newClientSecret()
      const { after } = await changeOAuthClient(session, context, target, (client) => {
        requireConfidential(client)
        requireOwnScopes(caller, client.scopes)
        const secret_sha256 = hashClientSecret(secret)
        return { ...client, secret_sha256, updated_at: clock.now(), version: client.version + 1 }
      })
      return { ...secretReply(after, secret), audit: { resource: params.id } }
    })
  })

  on(operations.deleteOAuthClient, async ({ params, caller, origin, ifMatch }) => {
    const target = { id: params.id, caller, origin, ifMatch }
    const removed = await inTransaction(connection, (session) => deleteOAuthClient(session, context, target))
    return { body: null, audit: { changes: clientAuditChanges(removed, null) } }
  })
}

function requireConfidential({ type }: OAuthClient): void {
  if (type === 'confidential') return
  throw new ProblemError('invalid_transition', 'A public client has no secret.')
}

const clientReply = (client: OAuthClient) => ({
  body: presentOAuthClient(client),
  headers: { etag: clientTag(client) },
})

const secretReply = (client: OAuthClient, client_secret: string | null) => ({
  body: { ...presentOAuthClient(client), client_secret },
  headers: { location: `/account/oauth-clients/${client._id}`, etag: clientTag(client) },
})

interface Target {
  readonly id: string
  readonly caller: Caller
  readonly origin: Origin
  readonly ifMatch: string | undefined
}

const clientTag = ({ version }: OAuthClient): string => entityTag(version, 0)

/**
 * Changes a client together with the event that makes gateways look it up again.
 *
 * @param decide returns the changed client
 * @returns the client before and after
 * @throws ProblemError `not_found`, `precondition_failed`, or any error of `decide`
 */
async function changeOAuthClient(
  session: ClientSession,
  { oauthClients, outbox, clock }: ServiceContext,
  { id, caller, origin, ifMatch }: Target,
  decide: (client: OAuthClient) => OAuthClient,
): Promise<{ before: OAuthClient; after: OAuthClient }> {
  const target = { organizationId: caller.organization_id, id, ifMatch }
  const changed = await oauthClients.change(target, decide, session)
  const facts = { subject: id, sequence: changed.after.version, time: clock.now(), origin, data: { id } }
  await appendToOutbox(outbox, [newEvent(oauthClientUpdated, facts)], session)
  return changed
}

/**
 * Removes a client and all its tokens; returns it as last stored. @throws ProblemError `not_found`,
 * `precondition_failed`
 */
async function deleteOAuthClient(
  session: ClientSession,
  { oauthClients, artifacts, outbox, clock }: ServiceContext,
  { id, caller, origin, ifMatch }: Target,
): Promise<OAuthClient> {
  const target = { organizationId: caller.organization_id, id, ifMatch }
  const client = await oauthClients.requireMatching(target, session)
  await oauthClients.delete(client, session)
  await artifacts.deleteOfClient(id, session)
  const facts = { subject: id, sequence: client.version + 1, time: clock.now(), origin, data: { id } }
  await appendToOutbox(outbox, [newEvent(oauthClientDeleted, facts)], session)
  return client
}
