import { oauthTokenRevoked } from '@usher/contracts'
import { appendToOutbox, newEvent, type Origin } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { ServiceContext } from '../context.ts'
import type { Grant } from './grant.ts'
import type { GrantFilter } from './grant-store.ts'

/**
 * Revokes grants to applications with their codes, refresh tokens and access tokens, together with the events
 * for the gateways.
 *
 * @returns the grants before they ended
 */
export async function endGrants(
  session: ClientSession,
  { artifacts, outbox, clock }: Pick<ServiceContext, 'artifacts' | 'outbox' | 'clock'>,
  filter: GrantFilter,
  origin: Origin,
): Promise<readonly Grant[]> {
  const { grants, accessTokens } = await artifacts.grants.delete(filter, session)
  const events = accessTokens.map((id) =>
    // A token has only this event.
    newEvent(oauthTokenRevoked, { subject: id, sequence: 1, time: clock.now(), origin, data: { id } }),
  )
  await appendToOutbox(outbox, events, session)
  return grants
}
