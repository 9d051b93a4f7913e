import {
  type AuditNote,
  auditNoteSchema,
  type CloudEvent,
  type LostRequests,
  NEWEST_API_VERSION,
  type Operation,
  type RequestRecord,
  requestsRecorded,
} from '@usher/contracts'
import { AUDIT_HEADER, newEvent, newId } from '@usher/service-kit'
import type { Answer } from './client.ts'

/** The audit note in a service's response to the gateway; undefined if there is none. */
export function auditNoteOf({ headers }: Pick<Answer, 'headers'>): AuditNote | undefined {
  const header = headers.get(AUDIT_HEADER)
  return header === null
    ? undefined
    : auditNoteSchema.parse(JSON.parse(Buffer.from(header, 'base64url').toString()))
}

/** A request record as the gateway makes it: by default of an accepted request with this operation, by a member. */
export function aRequestRecord(
  { id, method, status }: Pick<Operation, 'id' | 'method' | 'status'>,
  given: Partial<RequestRecord> & Pick<RequestRecord, 'organization_id'>,
): RequestRecord {
  return {
    request_id: newId('request'),
    at: new Date().toISOString(),
    actor: newId('member'),
    operation: id,
    method: method.toUpperCase(),
    status,
    code: null,
    duration_ms: 12.5,
    bytes_in: 10,
    bytes_out: 20,
    path_id: null,
    replayed: false,
    version: NEWEST_API_VERSION,
    audit: { resource: null, changes: {}, address: '192.0.2.7', user_agent: 'Test/1' },
    ...given,
  }
}

/** The gateway's event with request records of one organisation. */
export const requestsEvent = (records: readonly RequestRecord[]): CloudEvent =>
  recordedEvent(records[0]?.organization_id ?? '', { records: [...records] })

/** The gateway's event for requests of one organisation that it could not record. */
export const lostEvent = (organizationId: string, lost: LostRequests): CloudEvent =>
  recordedEvent(organizationId, { lost })

const recordedEvent = (
  organizationId: string,
  given: { readonly records?: RequestRecord[]; readonly lost?: LostRequests },
): CloudEvent =>
  newEvent(requestsRecorded, {
    subject: newId('request'),
    sequence: 1,
    time: new Date(),
    origin: { organizationId, actor: 'system', requestId: newId('request') },
    data: { records: [], counts: [], samples: [], ...given },
  })
