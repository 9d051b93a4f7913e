import type { ServiceName } from '@usher/contracts'
import { type Span, startSpan } from '@usher/service-kit'
import type { Request } from 'express'
import type { Served } from '../routes/route-table.ts'
import type { Exchange, Report } from './exchange.ts'

/** Span of a request from a client; it continues the client's trace, if any. */
export function requestSpan({ id, path }: Served, req: Request, requestId: string): Span | undefined {
  const { traceparent: parent } = req.headers
  return startSpan(() => ({
    name: `${req.method} ${path}`,
    kind: 'server',
    parent: typeof parent === 'string' ? parent : undefined,
    attributes: {
      'http.request.method': req.method,
      'http.route': path,
      'usher.operation': id,
      'usher.request_id': requestId,
    },
  }))
}

/** Span of a call to a service, until it begins to answer. */
export function callSpan(service: ServiceName, { span, req, operation }: Exchange): Span | undefined {
  if (!span) return undefined
  return startSpan(() => ({
    name: `${req.method} ${operation?.path ?? ''}`,
    kind: 'client',
    parent: span.traceparent,
    attributes: { 'http.request.method': req.method, 'usher.service': service },
  }))
}

/** Ends the span of a finished request. */
export const endRequestSpan: Report = ({ span, caller, res, isCutShort, failure }) => {
  if (!span) return
  const organization = caller && {
    'usher.organization_id': caller.organizationId,
    'usher.actor': caller.actor,
  }
  const wrong = failure ?? (res.statusCode >= 500 ? String(res.statusCode) : undefined)
  const attributes = { 'http.response.status_code': res.statusCode, ...organization }
  span.end(attributes, wrong ?? (isCutShort ? 'client_closed_request' : undefined))
}
