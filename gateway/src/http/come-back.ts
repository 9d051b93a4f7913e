import { EVENT_STREAM } from '@usher/contracts'
import { type ProblemError, retryHint } from '@usher/service-kit'
import { isStream } from '../routes/route-table.ts'
import type { Exchange } from './exchange.ts'

/** Whether a client listens for events by an operation that streams them. */
export const isListening = ({ operation, req }: Exchange): boolean =>
  operation !== undefined && isStream(operation) && (req.headers.accept?.includes(EVENT_STREAM) ?? false)

/**
 * Answers whoever listens for events with a stream that ends at once, in place of 503: an EventSource reconnects when a
 * stream ends, and never again after any status but 200 (WHATWG HTML §9.2.3, "fail the connection").
 *
 * @returns false where the client does not listen, or the problem is not one of the moment
 */
export function toldToComeBack(exchange: Exchange, { code, options }: ProblemError): boolean {
  if (!isListening(exchange) || (code !== 'service_unavailable' && code !== 'overloaded')) return false
  const body = retryHint((options.retryAfterSeconds ?? 1) * 1_000)
  exchange.bytesOut = body.length
  exchange.res.writeHead(200, { 'content-type': EVENT_STREAM, 'content-length': body.length }).end(body)
  return true
}
