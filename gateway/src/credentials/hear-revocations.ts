import {
  apiKeyRevoked,
  memberPasswordChanged,
  memberRemoved,
  memberUpdated,
  sessionRevoked,
} from '@usher/contracts'
import { type Broker, subscribe } from '@usher/service-kit'
import type { Credentials } from './authenticate.ts'

/**
 * Has the caches forget a key or a session as soon as it is revoked, the sessions of a member as soon as the
 * role or the password changes or the member is removed, and everybody when something of it may have been missed.
 */
export async function hearRevocations(broker: Broker, { apiKeys, sessions }: Credentials): Promise<void> {
  await subscribe(broker, [apiKeyRevoked], ({ subject }) => apiKeys.forget(subject))
  const ofSessions = [sessionRevoked, memberUpdated, memberPasswordChanged, memberRemoved]
  await subscribe(broker, ofSessions, ({ subject }) => sessions.forget(subject))
  // After the subscription: what is revoked from here on is heard.
  await broker.onConnect(async () => {
    apiKeys.clear()
    sessions.clear()
  })
}
