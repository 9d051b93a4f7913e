import type {
  FieldChanges,
  WebhookEndpoint,
  WebhookEndpointCreate,
  WebhookEndpointUpdate,
} from '@usher/contracts'
import { changesBetween } from '@usher/service-kit'
import { isFormerValid, ROTATION_OVERLAP_MS, type SealedSecrets } from './endpoint-secrets.ts'

/** Milliseconds of nothing but failures after which an endpoint is disabled. */
export const FAILING_LIMIT_MS = 5 * 24 * 3600 * 1000

/** Why the service disabled an endpoint: its receiver answered 410, or has failed for days. */
export type DisabledReason = 'gone' | 'failing'

export interface EndpointRecord extends SealedSecrets {
  readonly _id: string
  readonly organization_id: string
  readonly url: string
  /** null: all */
  readonly event_types: readonly string[] | null
  readonly description: string | null
  readonly enabled: boolean
  /** Most attempts that begin in a second, over all replicas; null: as many as the receiver takes. */
  readonly rate_limit_per_second: number | null
  readonly ordering: WebhookEndpoint['ordering']
  readonly disabled_reason: DisabledReason | null
  /** Time of the first failure since the last success. */
  readonly failing_since: Date | null
  /** Counts what clients can see change, for their `If-Match`. */
  readonly version: number
  readonly created_at: Date
  readonly updated_at: Date
}

export type EndpointChanges = Partial<
  Omit<EndpointRecord, '_id' | 'organization_id' | 'version' | 'created_at'>
>

interface NewEndpoint {
  readonly id: string
  readonly organizationId: string
  readonly sealedSecret: string
  readonly now: Date
}

export const newEndpoint = (
  given: WebhookEndpointCreate,
  { id, organizationId, sealedSecret, now }: NewEndpoint,
): EndpointRecord => ({
  _id: id,
  organization_id: organizationId,
  url: given.url,
  event_types: given.event_types ?? null,
  description: given.description ?? null,
  enabled: given.enabled ?? true,
  rate_limit_per_second: given.rate_limit_per_second ?? null,
  ordering: given.ordering ?? 'none',
  disabled_reason: null,
  secret: sealedSecret,
  former_secret: null,
  former_secret_expires_at: null,
  failing_since: null,
  version: 1,
  created_at: now,
  updated_at: now,
})

/** What an update changes: enabling an endpoint, or giving it another address, forgets its failures. */
export function endpointChanges(given: WebhookEndpointUpdate, now: Date): EndpointChanges {
  const { url, event_types, description, enabled, rate_limit_per_second, ordering } = given
  return {
    ...(url !== undefined && { url, failing_since: null }),
    ...(event_types !== undefined && { event_types }),
    ...(description !== undefined && { description }),
    ...(enabled !== undefined && { enabled }),
    ...(rate_limit_per_second !== undefined && { rate_limit_per_second }),
    ...(ordering !== undefined && { ordering }),
    ...(enabled && { disabled_reason: null, failing_since: null }),
    updated_at: now,
  }
}

/** What a new secret changes: the one before signs on for a day. */
export const secretRotation = (
  current: EndpointRecord,
  sealedSecret: string,
  now: Date,
): EndpointChanges => ({
  secret: sealedSecret,
  former_secret: current.secret,
  former_secret_expires_at: new Date(now.getTime() + ROTATION_OVERLAP_MS),
  updated_at: now,
})

/** Whether an endpoint is to get events of a type. */
export const isSubscribed = ({ enabled, event_types }: EndpointRecord, eventType: string): boolean =>
  enabled && (event_types === null || event_types.includes(eventType))

/** An endpoint as clients see it. */
export const presentEndpoint = (record: EndpointRecord, now: Date): WebhookEndpoint => ({
  id: record._id,
  url: record.url,
  event_types: record.event_types as WebhookEndpoint['event_types'],
  description: record.description,
  enabled: record.enabled,
  rate_limit_per_second: record.rate_limit_per_second,
  ordering: record.ordering,
  disabled_reason: record.disabled_reason,
  secret_expires_at: isFormerValid(record, now)
    ? (record.former_secret_expires_at?.toISOString() ?? null)
    : null,
  created_at: record.created_at.toISOString(),
  updated_at: record.updated_at.toISOString(),
})

/** What a change means for the audit trail; of secrets only until when the one before works. */
export const endpointAuditChanges = (before: EndpointRecord, after: EndpointRecord | null): FieldChanges =>
  changesBetween(auditFacts(before), after && auditFacts(after))

const auditFacts = (record: EndpointRecord) => ({
  url: record.url,
  event_types: record.event_types,
  description: record.description,
  enabled: record.enabled,
  rate_limit_per_second: record.rate_limit_per_second,
  ordering: record.ordering,
  disabled_reason: record.disabled_reason,
  former_secret_expires_at: record.former_secret_expires_at,
})
