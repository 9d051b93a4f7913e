import { ANONYMOUS, type AuditNote, auditNoteSchema, isAudited, type RequestRecord } from '@usher/contracts'
import { resourceOf } from '@usher/service-kit'
import type { Exchange } from '../http/exchange.ts'
import type { Served } from '../routes/route-table.ts'

/** Status of a request whose client left before the answer was complete (nginx's number for it). */
const CLIENT_CLOSED_REQUEST = 499

const SERVER_ERROR = 500

/** What `{id}` may be in records: one of our ids (TypeID), never free text. */
const IDENTIFIER = /^[a-z]{1,3}_[0-7][0-9a-hjkmnp-tv-z]{25}$/

/** Longer than any id, so that a made-up path does not bloat the records. */
const MAX_RESOURCE = 100
const MAX_USER_AGENT = 200

/**
 * The record of a finished exchange; undefined if no organisation is known for it, or it matched no operation.
 *
 * @param now when the answer was complete
 */
export function requestRecordOf(exchange: Exchange, now: Date): RequestRecord | undefined {
  const { operation, req } = exchange
  if (!operation) return undefined
  const note = readAuditNote(exchange.auditNote)
  const sender = senderOf(exchange, note)
  if (!sender) return undefined
  return {
    request_id: exchange.requestId,
    at: now.toISOString(),
    organization_id: sender.organizationId,
    actor: sender.actor,
    operation: operation.id,
    method: req.method,
    status: statusOf(exchange),
    code: exchange.code ?? null,
    duration_ms: Math.round((performance.now() - exchange.startedAtMs) * 100) / 100,
    bytes_in: exchange.bytesIn,
    bytes_out: exchange.bytesOut,
    path_id: pathIdOf(exchange),
    replayed: exchange.isReplayed,
    ...(exchange.version && { version: exchange.version.id }),
    audit: isOfInterest(exchange, operation, note) ? auditOf(exchange, note) : null,
  }
}

const pathIdOf = ({ pathId }: Exchange): string | null =>
  pathId !== undefined && IDENTIFIER.test(pathId) ? copyOf(pathId) : null

/** A part of a header or URL keeps all of it in memory (a sliced string of V8): this one does not. */
const copyOf = (part: string): string => Buffer.from(part).toString()

/**
 * A read changes nothing, unless its service says so: a person returned from another site by a link. Requests over a rate
 * limit are counted: a client that goes on regardless would fill the trail.
 */
const isOfInterest = (
  { code }: Exchange,
  operation: Served,
  { changes, organization_id }: AuditNote,
): boolean =>
  changes !== undefined ||
  (isAudited(operation) && (code !== 'rate_limited' || organization_id !== undefined))

/** A service names the sender only if the gateway requires no credential. */
function senderOf({ caller, operation }: Exchange, { organization_id, actor = ANONYMOUS }: AuditNote) {
  if (caller) return caller
  const isOpen = operation !== undefined && (!('scope' in operation) || operation.scope === null)
  if (!isOpen || organization_id === undefined) return undefined
  return { organizationId: organization_id, actor }
}

/** A partial answer is no success: the client left or, if something failed behind the gateway, the service did. */
function statusOf({ isCutShort, failure, res }: Exchange): number {
  if (!isCutShort) return res.statusCode
  return failure === undefined ? CLIENT_CLOSED_REQUEST : Math.max(SERVER_ERROR, res.statusCode)
}

const auditOf = (exchange: Exchange, note: AuditNote) => ({
  resource: resourceOf(note, exchange.location)?.slice(0, MAX_RESOURCE) ?? pathIdOf(exchange),
  changes: note.changes ?? {},
  address: exchange.req.ip ?? null,
  user_agent: userAgentOf(exchange.req.headers['user-agent']),
  ...(exchange.caller?.onBehalfOf !== undefined && { on_behalf_of: exchange.caller.onBehalfOf }),
  ...(exchange.via !== undefined && { via: exchange.via }),
})

const userAgentOf = (text: string | undefined): string | null =>
  text === undefined ? null : copyOf(text.slice(0, MAX_USER_AGENT))

const NOTHING: AuditNote = {}

/** Decodes an audit note (JSON in base64url); empty if unreadable. */
function readAuditNote(header: string | undefined): AuditNote {
  if (header === undefined) return NOTHING
  try {
    return auditNoteSchema.parse(JSON.parse(Buffer.from(header, 'base64url').toString()))
  } catch {
    return NOTHING
  }
}
