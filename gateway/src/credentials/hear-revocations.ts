import { apiKeyRevoked } from '@usher/contracts'
import { type Broker, subscribe } from '@usher/service-kit'
import type { CallerCache } from './caller-cache.ts'

/** Has the cache forget a key as soon as it is revoked, and all keys when a revocation may have been missed. */
export async function hearRevocations(broker: Broker, callers: CallerCache): Promise<void> {
  await subscribe(broker, [apiKeyRevoked], (event) => callers.forget(event.subject))
  // After the subscription: what is revoked from here on is heard.
  await broker.onConnect(async () => callers.clear())
}
