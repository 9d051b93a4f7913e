import { type Caller, oauthClientDeleted, oauthClientUpdated } from '@usher/contracts'
import { appendToOutbox, entityTag, newEvent, notFound, type Origin, requireMatch } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { ServiceContext } from '../context.ts'
import type { OAuthClient } from './oauth-client.ts'

interface Target {
  readonly id: string
  readonly caller: Caller
  readonly origin: Origin
  readonly ifMatch: string | undefined
}

export const clientTag = ({ version }: OAuthClient): string => entityTag(version, 0)

/**
 * Changes a client together with the event that makes gateways look it up again.
 *
 * @param decide returns the changed client
 * @returns the client before and after
 * @throws ProblemError `not_found`, `precondition_failed`, or any error of `decide`
 */
export async function changeOAuthClient(
  session: ClientSession,
  { oauthClients, outbox, clock }: ServiceContext,
  { id, caller, origin, ifMatch }: Target,
  decide: (client: OAuthClient) => OAuthClient,
): Promise<{ before: OAuthClient; after: OAuthClient }> {
  const client = await oauthClients.find(caller.organization_id, id, session)
  if (!client) throw notFound('OAuth client')
  requireMatch(ifMatch, client.version)
  const changed = decide(client)
  await oauthClients.replace(changed, session)
  const facts = { subject: id, sequence: changed.version, time: clock.now(), origin, data: { id } }
  await appendToOutbox(outbox, [newEvent(oauthClientUpdated, facts)], session)
  return { before: client, after: changed }
}

/**
 * Removes a client and all its tokens; returns it as last stored. @throws ProblemError `not_found`,
 * `precondition_failed`
 */
export async function deleteOAuthClient(
  session: ClientSession,
  { oauthClients, artifacts, outbox, clock }: ServiceContext,
  { id, caller, origin, ifMatch }: Target,
): Promise<OAuthClient> {
  const client = await oauthClients.find(caller.organization_id, id, session)
  if (!client) throw notFound('OAuth client')
  requireMatch(ifMatch, client.version)
  await oauthClients.delete(client, session)
  await artifacts.deleteOfClient(id, session)
  const facts = { subject: id, sequence: client.version + 1, time: clock.now(), origin, data: { id } }
  await appendToOutbox(outbox, [newEvent(oauthClientDeleted, facts)], session)
  return client
}
