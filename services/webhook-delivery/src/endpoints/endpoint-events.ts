import { type CloudEvent, webhookEndpointDisabled, webhookEndpointFailing } from '@usher/contracts'
import { newEvent, newId } from '@usher/service-kit'
import { type DisabledReason, type EndpointRecord, FAILING_LIMIT_MS } from './endpoint.ts'

/** What a disabling was about. */
export interface Disabling {
  readonly reason: DisabledReason
  readonly now: Date
  readonly missedSince: Date
}

/** Tells that an endpoint has been failing and will be disabled. */
export const failingEvent = (endpoint: EndpointRecord, now: Date): CloudEvent =>
  newEvent(webhookEndpointFailing, {
    ...factsOf(endpoint, now),
    data: { ...dataOf(endpoint), disables_at: disablesAt(endpoint.failing_since ?? now).toISOString() },
  })

/** Tells that the service has disabled an endpoint. */
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

/** When an endpoint is disabled that has failed since a time, unless it works before. */
export const disablesAt = (failingSince: Date): Date => new Date(failingSince.getTime() + FAILING_LIMIT_MS)

const factsOf = ({ _id, organization_id, event_count }: EndpointRecord, time: Date) => ({
  subject: _id,
  sequence: event_count ?? 1,
  time,
  origin: { organizationId: organization_id, actor: 'system', requestId: newId('request') },
})

function dataOf({ _id, url, failing_since }: EndpointRecord) {
  const { origin, pathname } = new URL(url)
  return { id: _id, url: origin + pathname, failing_since: failing_since?.toISOString() ?? null }
}
