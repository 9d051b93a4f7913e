import {
  type AuditRecordView,
  apiKeyCreated,
  type CloudEvent,
  changeAccepted,
  type FieldChanges,
  type LostRequests,
  organizationCreated,
  organizationUpdated,
  REQUESTS_LOST,
  type RequestRecord,
} from '@usher/contracts'
import { changesBetween } from '@usher/service-kit'
import canonicalize from 'canonicalize'

const MAX_USER_AGENT = 200

/** An action or attempted action. */
export interface AuditEntry {
  /** When it happened; for a request, when its response was complete. */
  readonly at: Date
  readonly actor: string
  /** Operation; the event type if only the event of the request is known. */
  readonly action: string
  readonly outcome: AuditRecordView['outcome']
  /** null if only the event of the request is known. */
  readonly status: number | null
  readonly code: RequestRecord['code']
  readonly resource: string | null
  /** JSON text (RFC 8785), so that the database does not interpret client input. */
  readonly changes: string
  readonly address: string | null
  readonly user_agent: string | null
  readonly request_id: string
  readonly duration_ms: number | null
  /** Member who let the application act. Absent rather than null, as hashes cover all fields. */
  readonly on_behalf_of?: string
  readonly via?: 'mcp'
}

/** An entry in its organisation's audit chain. Never changed. */
export interface AuditRecord extends AuditEntry {
  readonly _id: string
  readonly organization_id: string
  /** 1, 2, 3, …, without gaps. */
  readonly number: number
  /** Id of the secret key for `hash`. */
  readonly key_id: string
  readonly previous_hash: string
  readonly hash: string
}

/**
 * Status that the gateway records if the client disconnected before the response; the operation may have been
 * done.
 */
const CLIENT_LEFT = 499

function outcomeOf(status: number): AuditEntry['outcome'] {
  if (status < 400) return 'accepted'
  return status < CLIENT_LEFT ? 'refused' : 'failed'
}

/** The audit entry of a recorded request; undefined if the request could not change anything. */
export function entryOfRequest(record: RequestRecord): AuditEntry | undefined {
  const { audit, at, actor, operation, status, code, request_id, duration_ms } = record
  if (!audit) return undefined
  return {
    at: new Date(at),
    actor,
    action: operation,
    outcome: outcomeOf(status),
    status,
    code,
    resource: audit.resource,
    changes: canonicalize(audit.changes) ?? '{}',
    address: audit.address,
    user_agent: audit.user_agent?.slice(0, MAX_USER_AGENT) ?? null,
    request_id,
    duration_ms,
    ...(audit.on_behalf_of !== undefined && { on_behalf_of: audit.on_behalf_of }),
    ...(audit.via !== undefined && { via: audit.via }),
  }
}

/**
 * The audit entry for requests that the gateway could not record; undefined if none of them is audited. Those
 * that changed something may also be in the trail by their events.
 *
 * @param eventId used in place of a request id, which must be unique
 */
export function entryOfLost({ audited, from, until }: LostRequests, eventId: string): AuditEntry | undefined {
  if (audited === 0) return undefined
  const facts = changesBetween(null, { lost_requests: audited, from, until })
  return {
    at: new Date(until),
    actor: 'system',
    action: REQUESTS_LOST,
    outcome: 'failed',
    status: null,
    code: null,
    resource: null,
    changes: canonicalize(facts) ?? '{}',
    address: null,
    user_agent: null,
    request_id: eventId,
    duration_ms: null,
  }
}

/** Number of requests missing from the trail, according to an entry. */
export const lostRequestsIn = ({ action, changes }: AuditEntry): number =>
  action === REQUESTS_LOST ? JSON.parse(changes).lost_requests.after : 0

/**
 * The field changes in an event. Other events contain personal data, exported data or secrets, which must not
 * get into the audit trail.
 */
function changesOf({ type, data }: CloudEvent): FieldChanges {
  switch (type) {
    case organizationCreated.type:
      return factsOf(organizationCreated.data.safeParse(data).data)
    case apiKeyCreated.type:
      return factsOf(apiKeyCreated.data.safeParse(data).data)
    case organizationUpdated.type:
      return organizationUpdated.data.safeParse(data).data?.changes ?? {}
    default:
      return {}
  }
}

/** What was done, as the operation if its event tells it. */
function actOf(event: CloudEvent): Pick<AuditEntry, 'action' | 'resource' | 'changes'> {
  const accepted = event.type === changeAccepted.type && changeAccepted.data.safeParse(event.data).data
  const {
    operation: action,
    resource,
    changes,
  } = accepted || {
    operation: event.type,
    resource: event.subject,
    changes: changesOf(event),
  }
  return { action, resource, changes: canonicalize(changes) ?? '{}' }
}

const factsOf = ({ id: _, ...facts }: { id?: string } = {}): FieldChanges => changesBetween(null, facts)

/** The audit entry of a change, from its event. */
export const entryOfEvent = (event: CloudEvent): AuditEntry => ({
  at: new Date(event.time),
  actor: event.actor,
  ...actOf(event),
  outcome: 'accepted',
  status: null,
  code: null,
  address: null,
  user_agent: null,
  request_id: event.requestid,
  duration_ms: null,
})

export const presentAuditRecord = ({ _id, organization_id, ...record }: AuditRecord): AuditRecordView => ({
  id: _id,
  number: record.number,
  at: record.at.toISOString(),
  actor: record.actor,
  action: record.action,
  outcome: record.outcome,
  status: record.status,
  code: record.code,
  resource: record.resource,
  changes: JSON.parse(record.changes),
  address: record.address,
  user_agent: record.user_agent,
  request_id: record.request_id,
  duration_ms: record.duration_ms,
  key_id: record.key_id,
  previous_hash: record.previous_hash,
  hash: record.hash,
  on_behalf_of: record.on_behalf_of ?? null,
  via: record.via ?? null,
})
