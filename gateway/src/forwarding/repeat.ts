import type { Exchange } from '../http/exchange.ts'
import { isClosed } from '../service-pools.ts'
import { UpstreamError } from './forwarding.ts'

/**
 * Whether a request that brought no answer may be sent once more, perhaps to another process: it never left, or its
 * connection was closed and doing it twice is the same as once (RFC 9110 §9.2.2): it only reads, or has an idempotency key.
 */
export function mayRepeat(error: unknown, { isOver, res, req, operation }: Exchange): boolean {
  if (!(error instanceof UpstreamError) || isOver || res.headersSent) return false
  if (!error.wasSent) return true
  const reads = req.method === 'GET' || req.method === 'HEAD'
  // What is passed through is not known to heed keys.
  const hasKey =
    operation !== undefined && 'scope' in operation && req.headers['idempotency-key'] !== undefined
  return isClosed(error.cause) && (reads || hasKey)
}
