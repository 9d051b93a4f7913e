import {
  apiKeyRevoked,
  memberRemoved,
  memberUpdated,
  organizationClosed,
  organizationUpdated,
  sessionRevoked,
} from '@usher/contracts'
import { type Broker, subscribe } from '@usher/service-kit'
import type { Credentials } from './authenticate.ts'

/**
 * Has the caches forget a key or a session as soon as it is revoked, the sessions of a member as soon as the
 * role changes or the member is removed, all of an
 * organisation as soon as its settings change or it is closed, and everybody when something of it may have been missed.
 */
export async function hearRevocations(broker: Broker, { apiKeys, sessions }: Credentials): Promise<void> {
  await subscribe(broker, [apiKeyRevoked], ({ subject }) => apiKeys.forget(subject))
  await subscribe(broker, [sessionRevoked, memberUpdated, memberRemoved], ({ subject }) =>
    sessions.forget(subject),
  )
  await subscribe(broker, [organizationUpdated, organizationClosed], ({ subject }) => {
    apiKeys.forgetOrganization(subject)
    sessions.forgetOrganization(subject)
  })
  // After the subscription: what is revoked from here on is heard.
  await broker.onConnect(async () => {
    apiKeys.clear()
    sessions.clear()
  })
}
