import { type CloudEvent, webhookEndpointDisabled, webhookEndpointFailing } from '@usher/contracts'
import { newEvent, newId } from '@usher/service-kit'
import { type DisabledReason, type EndpointRecord, FAILING_LIMIT_MS } from './endpoint.ts'

/** Why and when an endpoint was disabled. */
export interface Disabling {
  readonly reason: DisabledReason
  readonly now: Date
  readonly missedSince: Date
}

/** Event: the endpoint keeps failing and will be disabled. */
export const failingEvent = (endpoint: EndpointRecord, now: Date): CloudEvent =>
  newEvent(webhookEndpointFailing, {
    ...factsOf(endpoint, now),
    data: { ...dataOf(endpoint), disables_at: disablesAt(endpoint.failing_since ?? now).toISOString() },
  })

/** Event: the service has disabled the endpoint. */
export const disabledEvent = (
  endpoint: EndpointRecord,
  { reason, now, missedSince }: Disabling,
): CloudEvent =>
  newEvent(webhookEndpointDisabled, {
    ...factsOf(endpoint, now),
    data: {
      ...dataOf(endpoint),
      reason,
      disabled_at: now.toISOString(),
      missed_since: missedSince.toISOString(),
    },
  })

/** When an endpoint that has been failing since the given time is disabled, unless it recovers. */
export const disablesAt = (failingSince: Date): Date => new Date(failingSince.getTime() + FAILING_LIMIT_MS)

const factsOf = ({ _id, organization_id, event_count }: EndpointRecord, time: Date) => ({
  subject: _id,
  sequence: event_count,
  time,
  origin: { organizationId: organization_id, actor: 'system', requestId: newId('request') },
})

function dataOf({ _id, url, failing_since }: EndpointRecord) {
  const { origin, pathname } = new URL(url)
  return { id: _id, url: origin + pathname, failing_since: failing_since?.toISOString() ?? null }
}
