import { EVENT_STREAM } from '@usher/contracts'
import { type ProblemError, retryHint } from '@usher/service-kit'
import { isStream } from '../routes/route-table.ts'
import type { Exchange } from './exchange.ts'

/** Whether the client is listening to an event stream. */
export const isListening = ({ operation, req }: Exchange): boolean =>
  operation !== undefined && isStream(operation) && (req.headers.accept?.includes(EVENT_STREAM) ?? false)

/**
 * Answers a stream's client with a stream that ends at once instead of 503: an EventSource reconnects when a stream
 * ends, but never after a status other than 200 (WHATWG HTML §9.2.3, "fail the connection").
 *
 * @returns false if the client is not listening, or the problem is not temporary
 */
export function sendReconnect(exchange: Exchange, { code, options }: ProblemError): boolean {
  if (!isListening(exchange) || (code !== 'service_unavailable' && code !== 'overloaded')) return false
  const body = retryHint((options.retryAfterSeconds ?? 1) * 1_000)
  exchange.bytesOut = body.length
  exchange.res.writeHead(200, { 'content-type': EVENT_STREAM, 'content-length': body.length }).end(body)
  return true
}
