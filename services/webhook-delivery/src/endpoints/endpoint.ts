import {
  type CloudEvent,
  type FieldChanges,
  matchesEventType,
  type WebhookEndpoint,
  type WebhookEndpointCreate,
  type WebhookEndpointUpdate,
} from '@usher/contracts'
import { changesBetween } from '@usher/service-kit'
import type { SealedHeaders } from './custom-headers.ts'
import { isFormerValid, ROTATION_OVERLAP_MS, type SealedSecrets } from './endpoint-secrets.ts'

/** An endpoint is disabled after failing for this many ms without a success. */
export const FAILING_LIMIT_MS = 5 * 24 * 3600 * 1000

/** The owners are warned after this many ms of failures without a success. */
export const WARNING_MS = 2 * 24 * 3600 * 1000

/** Why the service disabled an endpoint: the receiver responded 410, or has failed for days. */
export type DisabledReason = 'gone' | 'failing'

export interface EndpointRecord extends SealedSecrets, SealedHeaders {
  readonly _id: string
  readonly organization_id: string
  readonly url: string
  /** Types and patterns; null: all. */
  readonly event_types: readonly string[] | null
  /** null: all */
  readonly queue_ids: readonly string[] | null
  readonly metadata: Readonly<Record<string, string>>
  readonly description: string | null
  readonly enabled: boolean
  /** Maximum attempts started per second, across all replicas; null: unlimited. */
  readonly rate_limit_per_second: number | null
  readonly ordering: WebhookEndpoint['ordering']
  /** Version of the bodies. */
  readonly api_version: string
  readonly disabled_reason: DisabledReason | null
  /** When the service disabled it. */
  readonly disabled_at: Date | null
  /** Creation time of the first delivery that failed for good before the service disabled the endpoint. */
  readonly missed_since: Date | null
  /** When the owners were warned that it will be disabled. */
  readonly warned_at: Date | null
  /** Events published about it so far. */
  readonly event_count: number
  /** Time of the first failure since the last success. */
  readonly failing_since: Date | null
  /** Incremented with each change visible to clients, for `If-Match`. */
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
  readonly sealedHeaders?: SealedHeaders | undefined
  /** Version of the request that registers it. */
  readonly version: string
  readonly now: Date
}

export const newEndpoint = (
  given: WebhookEndpointCreate,
  { id, organizationId, sealedSecret, sealedHeaders, version, now }: NewEndpoint,
): EndpointRecord => ({
  _id: id,
  organization_id: organizationId,
  url: given.url,
  event_types: given.event_types ?? null,
  queue_ids: given.queue_ids ?? null,
  metadata: given.metadata ?? {},
  ...sealedHeaders,
  description: given.description ?? null,
  enabled: given.enabled ?? true,
  rate_limit_per_second: given.rate_limit_per_second ?? null,
  ordering: given.ordering ?? 'none',
  api_version: given.api_version ?? version,
  disabled_reason: null,
  disabled_at: null,
  missed_since: null,
  warned_at: null,
  event_count: 0,
  secret: sealedSecret,
  former_secret: null,
  former_secret_expires_at: null,
  failing_since: null,
  version: 1,
  created_at: now,
  updated_at: now,
})

/** The fields that an update sets. Enabling an endpoint or changing its URL clears its failures. */
export function endpointChanges(
  { headers: _, ...given }: WebhookEndpointUpdate,
  sealedHeaders: SealedHeaders | undefined,
  now: Date,
): EndpointChanges {
  const startsAnew = given.url !== undefined || given.enabled
  return {
    ...given,
    ...sealedHeaders,
    ...(startsAnew && { failing_since: null, warned_at: null }),
    // The owner took over: stop keeping missed deliveries for replay.
    ...(given.enabled !== undefined && { disabled_reason: null, disabled_at: null }),
    updated_at: now,
  }
}

/** The fields that a rotation sets: the previous secret keeps signing for a day. */
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

/**
 * Whether the endpoint subscribes to an event, whether or not it is enabled. Events without a queue pass any
 * queue filter.
 */
export function isSubscribed({ event_types, queue_ids }: EndpointRecord, event: CloudEvent): boolean {
  if (event_types && !event_types.some((wanted) => matchesEventType(wanted, event.type))) return false
  if (!queue_ids) return true
  const queues = queuesOf(event)
  return queues.length === 0 || queues.some((queue) => queue_ids.includes(queue))
}

/**
 * Queues that an event concerns: its subject, the guest's queue, and the queue the guest was transferred
 * from.
 */
function queuesOf({ type, subject, data }: CloudEvent): string[] {
  if (type.startsWith('queue.')) return [subject]
  const { queue_id, from_queue_id } = data as { queue_id?: unknown; from_queue_id?: unknown }
  return [queue_id, from_queue_id].filter((id) => typeof id === 'string')
}

/** An endpoint as clients see it. */
export const presentEndpoint = (record: EndpointRecord, now: Date): WebhookEndpoint => ({
  id: record._id,
  url: record.url,
  event_types: record.event_types && [...record.event_types],
  queue_ids: record.queue_ids && [...record.queue_ids],
  description: record.description,
  metadata: { ...record.metadata },
  enabled: record.enabled,
  rate_limit_per_second: record.rate_limit_per_second,
  ordering: record.ordering,
  api_version: record.api_version,
  header_names: [...(record.header_names ?? [])],
  disabled_reason: record.disabled_reason,
  secret_expires_at: isFormerValid(record, now)
    ? (record.former_secret_expires_at?.toISOString() ?? null)
    : null,
  created_at: record.created_at.toISOString(),
  updated_at: record.updated_at.toISOString(),
})

/** The audited changes. For secrets, only the expiry of the previous one. */
export const endpointAuditChanges = (before: EndpointRecord, after: EndpointRecord | null): FieldChanges =>
  changesBetween(auditFacts(before), after && auditFacts(after))

const auditFacts = (record: EndpointRecord) => ({
  url: record.url,
  event_types: record.event_types,
  queue_ids: record.queue_ids,
  description: record.description,
  metadata: unlessEmpty(record.metadata),
  header_names: unlessEmpty(record.header_names ?? []),
  enabled: record.enabled,
  rate_limit_per_second: record.rate_limit_per_second,
  ordering: record.ordering,
  api_version: record.api_version,
  disabled_reason: record.disabled_reason,
  former_secret_expires_at: record.former_secret_expires_at,
})

const unlessEmpty = <T extends object>(value: T): T | null => (Object.keys(value).length > 0 ? value : null)
