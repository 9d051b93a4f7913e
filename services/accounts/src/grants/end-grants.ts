import { oauthTokenRevoked } from '@usher/contracts'
import { appendToOutbox, newEvent, type Origin } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { ServiceContext } from '../context.ts'
import type { Grant } from './grant.ts'
import type { GrantFilter } from './grant-store.ts'

/**
 * Ends what members let applications do: codes, refresh tokens and access tokens; the events that tell the
 * gateways commit with it.
 *
 * @returns the grants as they were
 */
export async function endGrants(
  session: ClientSession,
  { artifacts, outbox, clock }: Pick<ServiceContext, 'artifacts' | 'outbox' | 'clock'>,
  filter: GrantFilter,
  origin: Origin,
): Promise<readonly Grant[]> {
  const { grants, accessTokens } = await artifacts.grants.delete(filter, session)
  const events = accessTokens.map((id) =>
    // The first and last event of a token.
    newEvent(oauthTokenRevoked, { subject: id, sequence: 1, time: clock.now(), origin, data: { id } }),
  )
  await appendToOutbox(outbox, events, session)
  return grants
}
