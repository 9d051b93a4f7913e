import {
  type LoggedRequestView,
  OAUTH_ROUTES,
  OPERATIONS,
  type RequestRecord,
  type SenderKind,
} from '@usher/contracts'
import { derivedId } from '@usher/service-kit'

/** One logged request, without bodies and addresses. */
export interface LoggedRequest {
  /** Sortable by time. */
  readonly _id: string
  readonly organization_id: string
  readonly at: Date
  readonly request_id: string
  readonly actor: string
  readonly operation: string
  readonly method: string
  readonly status: number
  readonly code: RequestRecord['code']
  readonly duration_ms: number
  readonly bytes_in: number
  readonly bytes_out: number
  readonly path_id: string | null
  readonly replayed: boolean
  readonly version?: string | undefined
}

/** The requests reported by an event. */
interface RecordedRequests {
  /** Id of the event. */
  readonly eventId: string
  readonly organizationId: string
  readonly records: readonly RequestRecord[]
  readonly samples: readonly RequestRecord[]
}

/** The log entries of an event; the same on every redelivery. */
export function logOf({ eventId, organizationId, records, samples }: RecordedRequests): LoggedRequest[] {
  return [...records, ...samples].map(({ audit: _, at, organization_id: __, ...facts }, number) => ({
    _id: derivedId('request', `${eventId} ${number}`, { at: new Date(at), number }),
    organization_id: organizationId,
    at: new Date(at),
    ...facts,
  }))
}

const ROUTES = new Map([...OPERATIONS, ...OAUTH_ROUTES].map(({ id, path }) => [id, path]))

/** Kind of sender by id prefix. */
const KINDS: Readonly<Record<string, SenderKind>> = { key: 'api_key', oac: 'application', mem: 'member' }

export const kindOf = (actor: string): SenderKind => KINDS[actor.split('_', 1)[0] ?? ''] ?? 'other'

/** An entry as clients see it. @param names names of senders, by id */
export function presentLoggedRequest(
  { _id, at, actor, operation, path_id, ...entry }: LoggedRequest,
  names: ReadonlyMap<string, string>,
): LoggedRequestView {
  const route = ROUTES.get(operation) ?? null
  return {
    id: _id,
    at: at.toISOString(),
    request_id: entry.request_id,
    method: entry.method,
    route,
    path: path_id === null ? route : (route?.replace('{id}', path_id) ?? null),
    operation,
    status: entry.status,
    code: entry.code,
    duration_ms: entry.duration_ms,
    bytes_in: entry.bytes_in,
    bytes_out: entry.bytes_out,
    replayed: entry.replayed,
    version: entry.version ?? null,
    sender: { kind: kindOf(actor), id: actor, name: names.get(actor) ?? null },
  }
}
