import { EVENT_HINTS } from '@usher/contracts'
import { type Broker, subscribe } from '@usher/service-kit'
import type { CallerCache } from '../credentials/caller-cache.ts'
import type { OpenStreams } from './open-streams.ts'

/**
 * Evicts a credential from the caches and ends its streams as soon as it is revoked or changes; evicts all of them
 * when an event may have been missed.
 */
export async function followRevocations(
  broker: Broker,
  caches: readonly CallerCache[],
  streams: OpenStreams,
): Promise<void> {
  await subscribe(broker, EVENT_HINTS.gateway, ({ subject }) => {
    for (const cache of caches) cache.forget(subject)
    streams.endOf(subject)
  })
  // After the subscription, which delivers every revocation from here on.
  await broker.onConnect(async () => {
    for (const cache of caches) cache.clear()
    streams.endAllOfCallers()
  })
}
