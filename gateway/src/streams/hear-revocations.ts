import { CREDENTIAL_EVENTS } from '@usher/contracts'
import { type Broker, subscribe } from '@usher/service-kit'
import type { Credentials } from '../credentials/authenticate.ts'
import type { OpenStreams } from './open-streams.ts'

/**
 * Has the caches forget a credential, and its streams ended, as soon as it is revoked or what it follows from
 * changes; and everybody's when something of it may have been missed.
 */
export async function hearRevocations(
  broker: Broker,
  { apiKeys, sessions, accessTokens }: Credentials,
  streams: OpenStreams,
): Promise<void> {
  const caches = [apiKeys, sessions, accessTokens]
  await subscribe(broker, CREDENTIAL_EVENTS, ({ subject }) => {
    for (const cache of caches) cache.forget(subject)
    streams.endOf(subject)
  })
  // After the subscription: what is revoked from here on is heard.
  await broker.onConnect(async () => {
    for (const cache of caches) cache.clear()
    streams.endAllOfCallers()
  })
}
